/** Luminance of the sheet in dark mode (theme.css), and the minimum contrast of a mark on it. */
const SHEET = luminanceOf([23, 23, 25])
const LEAST = 3
const STEPS = 20

function luminanceOf(rgb: number[]) {
  const [red = 0, green = 0, blue = 0] = rgb.map((one) => (one / 255 <= 0.03928 ? one / 255 / 12.92 : ((one / 255 + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Lightens a colour from the server ('#1565C0') for dark mode, with just enough white to stand out from the sheet. */
export function inDark(color: string) {
  const rgb = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  for (let step = 0; step <= STEPS; step += 1) {
    const mixed = rgb.map((one) => Math.round(one + ((255 - one) * step) / STEPS))
    if ((luminanceOf(mixed) + 0.05) / (SHEET + 0.05) >= LEAST) return `#${mixed.map((one) => one.toString(16).padStart(2, '0')).join('')}`
  }
  return color
}
