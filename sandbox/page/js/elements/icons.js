/** The page's own line icons, drawn in a 24 × 24 square. */

const PATHS = {
  hash: "M9 4 7 20M17 4l-2 16M4.5 9h16M3.5 15h16",
  thread: "M5 4v9a3 3 0 0 0 3 3h11M15 12l4 4-4 4",
  at: "M16 8v5a2.5 2.5 0 0 0 5 0v-1a9 9 0 1 0-3.5 7.1M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0",
  people:
    "M15 19v-1a4 4 0 0 0-4-4H7a4 4 0 0 0-4 4v1M9 10a3 3 0 1 0 0-6 3 3 0 0 0 0 6M21 19v-1a4 4 0 0 0-3-3.9M15.5 4.2a3 3 0 0 1 0 5.6",
  menu: "M4 6h16M4 12h16M4 18h16",
  close: "M6 6l12 12M18 6 6 18",
  open: "M14 4h6v6M20 4l-9 9M18 14v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1h5",
  plus: "M12 5v14M5 12h14",
  send: "M4 12 20 4l-5 16-4-6.5zM11 13.5 20 4",
  down: "M6 9l6 6 6-6",
  file: "M14 3H7a1 1 0 0 0-1 1v16a1 1 0 0 0 1 1h10a1 1 0 0 0 1-1V7zM14 3v4h4",
  save: "M12 4v11M7 11l5 5 5-5M5 20h14",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6",
  reply: "M22 7H13a5 5 0 0 0-5 5v7",
  check: "M5 12.5l5 5L19.5 7",
  gear: "M4 7h9M17 7h3M4 17h3M11 17h9M15 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M9 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5",
  warning: "M12 4 2.5 20h19zM12 10v4.5M12 17.2v.3",
  message: "M4 5h16v11H10l-5 4v-4H4z",
};

const SVG = "http://www.w3.org/2000/svg";

/** An icon that only decorates: whatever carries it has its own label. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}
