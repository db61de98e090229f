"""
python3 scripts/open-zero.py, after subset-fonts.mjs: takes the slash out of the zero of the text's font, which has no
feature for it, so that times read as they are printed. Needs fontTools with brotli.
"""

from fontTools.ttLib import TTFont

FONT = "app/ui/fonts/atkinson-hyperlegible-next.woff2"


def box(points):
    xs, ys = zip(*points)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2, (max(xs) - min(xs)) / 2, (max(ys) - min(ys)) / 2


def counter_of(outline, halves):
    """The outline, made as small as the two halves that the slash leaves, and the other way round."""
    x0, y0, width, height = box(outline)
    x1, y1, inner_width, inner_height = box(halves)
    scaled = [(x1 + (x - x0) * inner_width / width, y1 + (y - y0) * inner_height / height) for x, y in outline]
    return [(round(x), round(y)) for x, y in reversed(scaled)]


def open_zero(font, name):
    glyph = font["glyf"][name]
    if glyph.numberOfContours != 3:
        raise SystemExit(f"{name} has no slash.")
    count = glyph.endPtsOfContours[0] + 1
    points = list(glyph.coordinates)
    counter = counter_of(points[:count], points[count:])
    for variation in font["gvar"].variations[name]:
        deltas = variation.coordinates
        moved = [(x + dx, y + dy) for (x, y), (dx, dy) in zip(points, deltas)]
        inner = counter_of(moved[:count], moved[count:])
        steps = [(x - x0, y - y0) for (x, y), (x0, y0) in zip(inner, counter)]
        variation.coordinates = deltas[:count] + steps + deltas[len(points) :]
    flags = list(glyph.flags[:count])
    glyph.coordinates = type(glyph.coordinates)(points[:count] + counter)
    glyph.flags = bytearray(flags + flags[::-1])
    glyph.endPtsOfContours = [count - 1, 2 * count - 1]
    glyph.numberOfContours = 2
    glyph.recalcBounds(font["glyf"])


font = TTFont(FONT)
# The tabular one is made of it.
open_zero(font, font.getBestCmap()[ord("0")])
font.save(FONT)
