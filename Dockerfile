# The bot in a small image: docker build -t paddock . && docker run --env-file .env -v paddock:/data paddock
FROM python:3.12-slim AS build
WORKDIR /src
COPY requirements.lock .
RUN python -m venv /opt/paddock && /opt/paddock/bin/pip install --no-cache-dir --require-hashes -r requirements.lock
COPY pyproject.toml README.md LICENSE ./
COPY engines engines
COPY render render
COPY sandbox sandbox
COPY bot bot
COPY benches benches
RUN /opt/paddock/bin/pip install --no-cache-dir --no-deps .

FROM python:3.12-slim
COPY --from=build /opt/paddock /opt/paddock
RUN useradd --system --create-home --home-dir /data paddock
USER paddock
WORKDIR /data
VOLUME /data
ENV PATH=/opt/paddock/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PADDOCK_DATABASE_URL=sqlite+aiosqlite:////data/paddock.db \
    PADDOCK_HEALTH=127.0.0.1:8090
HEALTHCHECK --start-period=60s CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8090/live')"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["paddock"]
CMD ["run"]
