#!/usr/bin/env python3
"""Makes the pictures beside this file (pip install pillow pillow-heif).

All but the muted ones show four quadrants: red, green over blue, white. Those with alpha hide the white one.
"""
import pathlib
import struct
import subprocess
import tempfile
import zlib

import pillow_heif
from PIL import Image

pillow_heif.register_heif_opener()
here = pathlib.Path(__file__).parent
RED, GREEN, BLUE, WHITE = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)


def quadrants(width, height, mode="RGB"):
    picture = Image.new("RGBA", (width, height))
    for x in range(width):
        for y in range(height):
            right, low = x >= width // 2, y >= height // 2
            color = (WHITE if right else BLUE) if low else (GREEN if right else RED)
            hidden = mode == "RGBA" and right and low
            picture.putpixel((x, y), color + (0 if hidden else 255,))
    return picture.convert(mode)


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(name, picture, type, depth, row, interlace=0, extra=b""):
    """Writes a PNG of kinds that Pillow cannot; `row` packs one row's pixels."""
    width, height = picture.size
    passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
              (0, 1, 1, 2)] if interlace else [(0, 0, 1, 1)]
    raw = b""
    for x0, y0, dx, dy in passes:
        for y in range(y0, height, dy):
            pixels = [picture.getpixel((x, y)) for x in range(x0, width, dx)]
            if pixels:
                raw += b"\0" + row(pixels)
    header = struct.pack(">IIBBBBB", width, height, depth, type, 0, 0, interlace)
    (here / name).write_bytes(
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + extra + chunk(b"IDAT", zlib.compress(raw))
        + chunk(b"IEND", b""))


def bits(values, depth):
    total = 0
    for value in values:
        total = total << depth | value
    width = len(values) * depth
    pad = -width % 8
    return (total << pad).to_bytes((width + pad) // 8, "big")


colors = [RED, GREEN, BLUE, WHITE]
palette = chunk(b"PLTE", bytes(sum(colors, ())))
plain, clear = quadrants(12, 10), quadrants(12, 10, "RGBA")
png("rgb8.png", plain, 2, 8, lambda row: bytes(sum(row, ())))
png("rgb16.png", plain, 2, 16, lambda row: b"".join(bytes([c, c]) for p in row for c in p))
png("rgba8.png", clear, 6, 8, lambda row: bytes(sum(row, ())))
png("rgba8-interlaced.png", clear, 6, 8, lambda row: bytes(sum(row, ())), interlace=1)
png("palette2.png", plain, 3, 2, lambda row: bits([colors.index(p) for p in row], 2), extra=palette)
png("palette2-clear.png", plain, 3, 2, lambda row: bits([colors.index(p) for p in row], 2),
    extra=palette + chunk(b"tRNS", bytes([255, 255, 255, 0])))
png("key.png", plain, 2, 8, lambda row: bytes(sum(row, ())),
    extra=chunk(b"tRNS", struct.pack(">HHH", 255, 255, 255)))
grey = plain.convert("L")
png("grey1.png", grey, 0, 1, lambda row: bits([int(p > 100) for p in row], 1))
png("grey16-alpha.png", grey, 4, 16, lambda row: b"".join(bytes([p, p, 255, 255]) for p in row))

large = quadrants(48, 32)
exif = Image.Exif()
exif[0x0112] = 6
large.save(here / "baseline.jpg", quality=95, subsampling=0)
large.save(here / "turned.jpg", quality=95, subsampling=0, exif=exif)
large.save(here / "progressive.jpg", quality=95, subsampling=0, progressive=True)
large.convert("L").save(here / "grey.jpg", quality=95)
large.convert("CMYK").save(here / "cmyk.jpg", quality=95)

quadrants(12, 10, "RGBA").save(here / "lossless.webp", lossless=True)
quadrants(48, 32).save(here / "lossy.webp", quality=95)
frames = [quadrants(16, 16, "RGBA"), Image.new("RGBA", (16, 16), RED)]
frames[0].save(here / "moving.webp", save_all=True, append_images=frames[1:], lossless=True)

indexed = plain.convert("P", palette=Image.Palette.ADAPTIVE, colors=4)
indexed.save(here / "plain.gif", interlace=0)
indexed.save(here / "interlaced.gif", interlace=1)
clear.save(here / "clear.gif")
indexed.save(here / "moving.gif", save_all=True,
             append_images=[Image.new("RGB", (12, 10), RED), Image.new("RGB", (12, 10), BLUE)])

quadrants(64, 64).save(here / "photo.heic", quality=90)

# Colors that every color space has, and the code points of BT.2020 (ITU-T H.273) instead of a profile.
muted = Image.new("RGB", (64, 64))
for place, color in enumerate([(200, 80, 60), (60, 180, 90), (70, 90, 200), (128, 128, 128)]):
    left, top = place % 2 * 32, place // 2 * 32
    muted.paste(color, (left, top, left + 32, top + 32))
pillow_heif.from_pillow(muted).save(
    here / "muted.heic", quality=90, chroma=444, matrix_coefficients=9, color_primaries=9,
    transfer_characteristics=13, full_range_flag=1)
# By heif-enc (libheif-examples), because pillow-heif may lack an encoder.
with tempfile.NamedTemporaryFile(suffix=".png") as file:
    muted.save(file)
    file.flush()
    subprocess.run(["heif-enc", "-q", "90", "-p", "chroma=444", "-o", here / "muted.avif", file.name], check=True)
