// Names the browser and system of a session from the User-Agent. Nothing else of that header is kept.

// The order matters: most of these User-Agents also contain the names that follow.
const BROWSERS = [
  [/Edg/, 'Edge'],
  [/OPR/, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
] as const
const SYSTEMS = [
  [/Windows/, 'Windows'],
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Tizen/, 'Tizen'],
  [/Web0S/, 'webOS'],
  [/Linux/, 'Linux'],
] as const

/** 'Chrome · Linux'. An unknown part is left out; the text is '' if both are unknown. */
export const deviceOf = (userAgent = '') =>
  [BROWSERS, SYSTEMS].flatMap((known) => known.find(([pattern]) => pattern.test(userAgent))?.[1] ?? []).join(' · ')
