"""The rules of WCAG 2.2 that a program can check in a document, for check.py: counts, not verdicts.

Contrast (1.4.3) is that of each text with the last area drawn behind it. Text over a picture, a gradient or a translucent
area is not compared. Link purpose (2.4.9) is judged by the link's words or, if it has none, by the description of its
annotation. Headings (1.3.1) begin with level 1 and skip none. Text below 8 points counts as small (1.4.4); headers,
footers and other artifacts do not. A Span that states neither text nor language says nothing.
"""
import decimal
import re

import pikepdf

LEAST_CONTRAST = 4.5
# Text of 18 points, or of 14 in bold.
LEAST_CONTRAST_OF_LARGE_TEXT = 3.0
SMALLEST_TEXT = 7.95
VAGUE_WORDS = set("here click link more this page hier mehr ici aquí".split())

IDENTITY = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
EVERYWHERE = (-1e9, -1e9, 1e9, 1e9)


def times(one, other):
    """The matrix that applies `one` first."""
    a, b, c, d, e, f = one
    g, h, i, j, k, l = other
    return a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l


def moved(matrix, x, y):
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def luminance(color):
    parts = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in color]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one, other):
    dark, light = sorted([luminance(one), luminance(other)])
    return (light + 0.05) / (dark + 0.05)


class Page:
    """Follows a page's operators: the areas that are filled, and the text over them."""

    def __init__(self, page):
        self.fonts = page.get("/Resources", {}).get("/Font", {})
        self.states = page.get("/Resources", {}).get("/ExtGState", {})
        self.state = {"matrix": IDENTITY, "color": (0.0, 0.0, 0.0), "isClear": False, "size": 0.0, "isBold": False, "mode": 0,
                      "clip": EVERYWHERE}
        self.saved, self.path, self.areas, self.marks = [], [], [], []
        self.line, self.isClipping = IDENTITY, False

    def texts(self, page):
        """For each text: its size in points, whether it is bold or an artifact, and its contrast, or None if unknown."""
        for operands, operator in pikepdf.parse_content_stream(page):
            name = str(operator)
            if name in ("Tj", "TJ"):
                found = self.text()
                if found:
                    yield found
            else:
                self.follow(name, operands)

    def text(self):
        state = self.state
        if state["mode"] == 3 or state["isClear"]:
            return None
        matrix = times(self.line, state["matrix"])
        size = state["size"] * (abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) ** 0.5)
        x, y = moved(matrix, 0.1 * state["size"], 0.2 * state["size"])
        below = next((color for box, color in reversed(self.areas)
                      if box[0] <= x <= box[2] and box[1] <= y <= box[3]), (1.0, 1.0, 1.0))
        known = state["color"] is not None and below is not None
        return {"size": size, "isBold": state["isBold"], "isArtifact": "/Artifact" in self.marks,
                "contrast": contrast(state["color"], below) if known else None}

    def follow(self, name, operands):
        state = self.state
        numbers = [float(value) for value in operands if isinstance(value, (int, decimal.Decimal))]
        if name == "q":
            self.saved.append(dict(state))
        elif name == "Q" and self.saved:
            self.state = self.saved.pop()
        elif name == "cm":
            state["matrix"] = times(tuple(numbers), state["matrix"])
        elif name == "g":
            state["color"] = (numbers[0],) * 3
        elif name == "rg":
            state["color"] = tuple(numbers)
        elif name in ("cs", "scn", "sc", "k"):
            state["color"] = None
        elif name == "gs":
            share = float(self.states.get(str(operands[0]), {}).get("/ca", 1))
            state["isClear"] = share < 1
        elif name == "Tf":
            font = self.fonts[str(operands[0])]
            state["size"], state["isBold"] = numbers[-1], bool(re.search("Bold|Black|Heavy", str(font.get("/BaseFont", ""))))
        elif name == "Tr":
            state["mode"] = int(numbers[0])
        elif name == "BT":
            self.line = IDENTITY
        elif name == "Tm":
            self.line = tuple(numbers)
        elif name in ("BDC", "BMC"):
            self.marks.append(str(operands[0]))
        elif name == "EMC" and self.marks:
            self.marks.pop()
        elif name == "re":
            x, y, width, height = numbers
            self.path += [(x, y), (x + width, y + height)]
        elif name in ("m", "l", "c", "v", "y"):
            self.path += list(zip(numbers[::2], numbers[1::2]))
        elif name in ("W", "W*"):
            self.isClipping = True
        elif name in ("f", "f*", "F", "B", "B*", "b", "b*", "S", "s", "n"):
            if name not in "Ssn" and self.path:
                self.cover(self.path, None if state["isClear"] else state["color"])
            if self.isClipping and self.path:
                state["clip"] = self.clipped(self.path)
            self.path, self.isClipping = [], False
        elif name == "Do":
            self.cover([(0, 0), (1, 1), (0, 1), (1, 0)], None)
        elif name == "sh":
            self.areas.append((state["clip"], None))

    def cover(self, points, color):
        self.areas.append((self.clipped(points), color))

    def clipped(self, points):
        """The box of a path, as far as it is not clipped."""
        places = [moved(self.state["matrix"], x, y) for x, y in points]
        xs, ys = [x for x, _ in places], [y for _, y in places]
        left, bottom, right, top = self.state["clip"]
        return max(left, min(xs)), max(bottom, min(ys)), min(right, max(xs)), min(top, max(ys))


def children(node):
    inner = node.get("/K", pikepdf.Array())
    return list(inner) if isinstance(inner, pikepdf.Array) else [inner]


def spoken(node, words):
    """The words of an element, without alternative texts of what is around it."""
    for key in ("/ActualText", "/Alt"):
        if key in node:
            return str(node[key])
    heard = []
    for child in children(node):
        if not isinstance(child, pikepdf.Dictionary):
            if "/Pg" in node:
                heard.append(words.get((node.Pg.objgen, int(child)), ""))
        elif "/S" in child:
            heard.append(spoken(child, words))
        elif "/MCID" in child:
            heard.append(words.get((child.Pg.objgen, int(child.MCID)), ""))
    return " ".join(heard).strip()


def described(node):
    """The descriptions of an element's annotations."""
    return " ".join(str(child.Obj.get("/Contents", "")) for child in children(node)
                    if isinstance(child, pikepdf.Dictionary) and child.get("/Type") == "/OBJR")


def elements(node):
    for child in children(node):
        if isinstance(child, pikepdf.Dictionary) and "/S" in child:
            yield child
            yield from elements(child)


def findings(pdf, words):
    """The name of a rule for each place that breaks it. `words` has the text of each marked content."""
    for page in pdf.pages:
        for text in Page(page).texts(page):
            is_large = text["size"] >= 18 or text["isBold"] and text["size"] >= 14
            least = LEAST_CONTRAST_OF_LARGE_TEXT if is_large else LEAST_CONTRAST
            if text["contrast"] is None:
                yield "1.4.3 contrast unknown"
            elif text["contrast"] < least - 0.005:
                yield "1.4.3 contrast of artifacts" if text["isArtifact"] else "1.4.3 contrast"
            if text["size"] < SMALLEST_TEXT and not text["isArtifact"]:
                yield "1.4.4 text below 8 points"
    tree = pdf.Root.get("/StructTreeRoot")
    if tree is None:
        return
    level = 0
    for node in elements(tree):
        kind = str(node.S)
        if kind == "/Link":
            said = re.findall(r"\w+", (spoken(node, words) or described(node)).lower())
            if not said or set(said) <= VAGUE_WORDS:
                yield "2.4.9 link without a purpose of its own"
        elif re.fullmatch(r"/H\d", kind):
            if int(kind[2]) > level + 1:
                yield "1.3.1 heading that skips a level"
            level = int(kind[2])
        elif kind == "/Span" and not any(key in node for key in ("/ActualText", "/Alt", "/Lang", "/E", "/A")):
            yield "1.3.1 Span that says nothing"
