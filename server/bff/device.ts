// Derives the name of the browser and system of a session from the User-Agent. Nothing else of that header is stored.

// The first match counts. The order matters, because most of these User-Agents also contain the names that follow in the list.
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

/** Returns a text like 'Chrome · Linux'. An unknown part is left out; if both are unknown, the text is ''. */
export const deviceOf = (userAgent = '') =>
  [BROWSERS, SYSTEMS].flatMap((known) => known.find(([pattern]) => pattern.test(userAgent))?.[1] ?? []).join(' · ')
