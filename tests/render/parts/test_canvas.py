"""What a canvas shows is what an image would show on which the same is drawn."""

from __future__ import annotations

from PIL import Image, ImageChops, ImageDraw

from render.parts.canvas import Canvas, Surface
from render.parts.inks import Inks
from render.parts.lettering import write
from render.parts.palette import CREAM, FOREST, GOLD, INK, LINE, fixed_palette
from render.parts.shapes import blank_paper, fresh_sheet, put, put_centred, rosette, sheet


def differ(canvas: Canvas, image: Image.Image) -> tuple[int, int, int, int] | None:
    """Return where both differ."""
    return ImageChops.difference(canvas.image(), image).getbbox()


def both(width: int = 200, height: int = 120) -> tuple[Canvas, Image.Image]:
    """Return a canvas and an image of one colour."""
    return Canvas(width, height, FOREST), Image.new("RGB", (width, height), FOREST)


def with_signs(surface: Surface) -> None:
    """Put layers and words on a surface, some of them half outside."""
    put_centred(surface, rosette(2, 60), 100, 60)
    put(surface, sheet(80, 30, 15, GOLD), -10.4, 100)
    write(surface, 20.3, 40.8, "Anna Ωmega", 30, fill=CREAM, width=150)
    write(surface, 190, 100, "1 250", 24, fill=GOLD, align="r")


def test_layers_and_words_are_where_they_would_be_on_an_image() -> None:
    canvas, image = both()
    with_signs(canvas)
    with_signs(image)
    assert differ(canvas, image) is None


def test_lines_and_rectangles_are_where_they_would_be_on_an_image() -> None:
    canvas, image = both()
    draw = ImageDraw.Draw(image)
    canvas.rectangle((-5, 10.7, 200, 40.2), GOLD)
    draw.rectangle((-5, 10.7, 200, 40.2), fill=GOLD)
    canvas.line((0, 80.5, 200, 80.5), fill=LINE, width=3)
    draw.line((0, 80.5, 200, 80.5), fill=LINE, width=3)
    canvas.line((50, 8, 50, 110), fill=INK, width=4)
    draw.line((50, 8, 50, 110), fill=INK, width=4)
    canvas.ellipse((26, 95.5, 36, 105.5), fill=LINE)
    draw.ellipse((26, 95.5, 36, 105.5), fill=LINE)
    canvas.rounded_rectangle((100, 50, 180, 110), 16, outline=GOLD, width=4)
    draw.rounded_rectangle((100, 50, 180, 110), 16, outline=GOLD, width=4)
    assert differ(canvas, image) is None


def test_soft_edges_are_blended_in_few_steps_into_what_they_lie_on() -> None:
    inks = Inks(fixed_palette())
    for ground, on in ((FOREST, CREAM), (CREAM, GOLD)):
        canvas, image = Canvas(200, 120, ground), Image.new("RGB", (200, 120), ground)
        for surface in (canvas, image):
            put(surface, sheet(160, 80, 12, on), 20, 20)
            write(surface, 100, 60, "Anna", 40, align="m")
        reduced = canvas.indexed(inks).convert("RGB")
        assert len(reduced.getcolors() or []) == 3 + 2 * 2, "three colours, two tones where two of them meet"
        most = max(edge for _, edge in ImageChops.difference(reduced, image).getextrema())
        assert most <= 255 / 6, "half a step at most, to the eye the same"


def test_what_lies_on_paper_is_blended_into_it_wherever_the_paper_comes_to_lie() -> None:
    paper = Canvas(90, 60)
    write(paper, 45, 30, "Anna", 30, align="m")
    put(paper, sheet(80, 20, 8, CREAM), 5, 40)
    loose = [stroke.on for stroke in paper.strokes]
    canvas = Canvas(200, 120, FOREST)
    canvas.rectangle((0, 0, 199, 59), GOLD)
    put(canvas, paper, 10, 0)
    put(canvas, paper, 10, 60)
    assert loose == [None, None]
    assert [stroke.on for stroke in canvas.strokes if stroke.is_soft] == [GOLD, GOLD, FOREST, FOREST]


def test_paper_has_round_corners_and_shows_nothing_beyond_them() -> None:
    canvas, image = both()
    paper = blank_paper(120, 80, 24, CREAM)
    write(paper, 60, 40, "Anna", 30, align="m")
    put(canvas, paper, 30, 20)
    sheet_image = fresh_sheet(120, 80, 24, CREAM)
    write(sheet_image, 60, 40, "Anna", 30, align="m")
    put(image, sheet_image, 30, 20)
    shown = canvas.image()
    assert shown.getpixel((31, 21)) == shown.getpixel((148, 98)) == FOREST
    assert max(most for _, most in ImageChops.difference(shown, image).getextrema()) <= 2, "smooth edges"


def test_a_panel_is_cut_at_its_edges() -> None:
    canvas, image = both()
    panel, cut = Canvas(100, 60, CREAM), Image.new("RGB", (100, 60), CREAM)
    for surface in (panel, cut):
        put_centred(surface, rosette(1, 60), 95, 55)
    put(canvas, panel, 30, 20)
    image.paste(cut, (30, 20))
    assert differ(canvas, image) is None


def test_an_image_of_few_colours_is_a_ground_like_any_other() -> None:
    ground = Image.new("RGB", (200, 120), FOREST)
    with_signs(ground)
    canvas = Canvas.over(ground.quantize(16))
    assert differ(canvas, ground.quantize(16).convert("RGB")) is None
    assert canvas.indexed(Inks(fixed_palette())).size == (200, 120)
