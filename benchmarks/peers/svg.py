"""Bar and line charts as SVG, by the standard library alone."""
import html
import math

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 760, 380, 64, 16, 40, 84
COLOURS = ("#1b6ca8", "#d1495b", "#edae49", "#66a182", "#775ba3", "#8d6b4f")


class _Chart:
    def __init__(self, title, unit, top, log_from=None):
        self.parts, self.top, self.log_from = [], top, log_from
        self.text(LEFT, 20, title, size=15)
        self.text(LEFT, 34, unit, colour="#555")
        for tick in self._ticks():
            y = self.y(tick)
            self.parts.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>')
            self.text(LEFT - 6, y + 4, f"{tick:g}", anchor="end", colour="#555")

    def _ticks(self):
        if self.log_from:
            return [10.0**e for e in range(round(math.log10(self.log_from)), math.ceil(math.log10(self.top)) + 1)
                    if 10.0**e <= self.top]
        step = 10.0 ** math.floor(math.log10(self.top))
        step = next(step * f for f in (0.2, 0.5, 1, 2) if self.top / (step * f) <= 8)
        return [round(i * step, 9) for i in range(int(self.top / step) + 1)]

    def y(self, value):
        share = value / self.top
        if self.log_from:
            share = math.log(max(value, self.log_from) / self.log_from) / math.log(self.top / self.log_from)
        return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM - 6)

    def text(self, x, y, text, size=11, anchor="start", colour="#222"):
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" fill="{colour}">'
                          f"{html.escape(str(text))}</text>")

    def legend(self, names):
        x = LEFT
        for name, colour in zip(names, COLOURS):
            self.parts.append(f'<rect x="{x}" y="{HEIGHT - 20}" width="11" height="11" fill="{colour}"/>')
            self.text(x + 16, HEIGHT - 10, name)
            x += 30 + 7 * len(name)

    def svg(self):
        return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" font-family="DejaVu Sans, sans-serif">'
                f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>' + "".join(self.parts) + "</svg>\n")


def bars(title, unit, groups, names):
    """groups: (label, {name: value}); a value that is missing leaves a gap."""
    chart = _Chart(title, unit, max(v for _, values in groups for v in values.values()) * 1.08)
    room = (WIDTH - LEFT - RIGHT) / len(groups)
    wide = room * 0.86 / len(names)
    for g, (label, values) in enumerate(groups):
        left = LEFT + g * room + room * 0.07
        for i, name in enumerate(names):
            if name in values:
                y = chart.y(values[name])
                chart.parts.append(f'<rect x="{left + i * wide:.1f}" y="{y:.1f}" width="{wide * 0.94:.1f}" '
                                   f'height="{HEIGHT - BOTTOM - y:.1f}" fill="{COLOURS[i]}"/>')
                chart.text(left + (i + 0.47) * wide, y - 3, f"{values[name]:.3g}", 9, "middle")
        for n, words in enumerate(label.split("\n")):
            chart.text(left + room * 0.43, HEIGHT - BOTTOM + 15 + 13 * n, words, 10, "middle")
    chart.legend(names)
    return chart.svg()


def lines(title, unit, x_label, series):
    """series: {name: {x: y}}; both axes logarithmic."""
    values = [v for points in series.values() for v in points.values()]
    xs = sorted({x for points in series.values() for x in points})
    chart = _Chart(title, unit, max(values) * 1.2, 10.0 ** math.floor(math.log10(min(values))))

    def at(x):
        return LEFT + 20 + math.log(x / xs[0]) / math.log(xs[-1] / xs[0]) * (WIDTH - LEFT - RIGHT - 40)

    for x in xs:
        chart.text(at(x), HEIGHT - BOTTOM + 15, f"{x:g}", anchor="middle")
    chart.text((LEFT + WIDTH) / 2, HEIGHT - BOTTOM + 34, x_label, anchor="middle", colour="#555")
    for colour, points in zip(COLOURS, series.values()):
        path = " ".join(f"{at(x):.1f},{chart.y(y):.1f}" for x, y in sorted(points.items()))
        chart.parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        chart.parts += [f'<circle cx="{at(x):.1f}" cy="{chart.y(y):.1f}" r="3" fill="{colour}"/>' for x, y in points.items()]
    chart.legend(list(series))
    return chart.svg()
