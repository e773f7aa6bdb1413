# The bot in a small image: docker build -t paddock . && docker run --env-file .env -v paddock:/data paddock
# Two stages, so that neither pip of the build nor its cache is in the second; every library comes as a wheel.
FROM python:3.12-slim AS build
WORKDIR /src
RUN python -m venv --without-pip /opt/paddock
COPY requirements.lock .
RUN pip --python /opt/paddock/bin/python install --no-cache-dir --only-binary :all: --require-hashes -r requirements.lock
COPY pyproject.toml README.md LICENSE ./
COPY engines engines
COPY render render
COPY sandbox sandbox
COPY bot bot
COPY benches benches
RUN pip --python /opt/paddock/bin/python install --no-cache-dir --no-deps .

FROM python:3.12-slim
# FriBiDi joins and orders letters of other scripts in pictures; what FONTS names brings rare ones: "fonts-noto-cjk fonts-noto-core".
ARG FONTS=
RUN apt-get update && apt-get install --yes --no-install-recommends libfribidi0 $FONTS && rm -rf /var/lib/apt/lists/*
RUN useradd --system --uid 10001 --create-home --home-dir /data paddock
COPY --from=build /opt/paddock /opt/paddock
USER 10001
WORKDIR /data
VOLUME /data
ENV PATH=/opt/paddock/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    MALLOC_ARENA_MAX=1 \
    PADDOCK_DATABASE_URL=sqlite+aiosqlite:////data/paddock.db \
    PADDOCK_SANDBOX_DATABASE_URL=sqlite+aiosqlite:////data/paddock-sandbox.db \
    PADDOCK_HEALTH=127.0.0.1:8090
# Whether the event loop turns: asked where PADDOCK_HEALTH says, past any proxy; well where it says nothing.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
    CMD ["python", "-c", "import http.client, os, sys; at = os.environ.get('PADDOCK_HEALTH') or sys.exit(); asked = http.client.HTTPConnection(at, timeout=4); asked.request('GET', '/healthz'); sys.exit(asked.getresponse().status != 200)"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["paddock"]
CMD ["run"]
