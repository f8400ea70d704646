// What somebody signed in with, as two words of the User-Agent; nothing else of it is kept.

// In this order: most of them name those that follow, too.
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

/** 'Chrome · Linux'; what is not known is left out, and '' where nothing is. */
export const deviceOf = (userAgent = '') =>
  [BROWSERS, SYSTEMS].flatMap((known) => known.find(([pattern]) => pattern.test(userAgent))?.[1] ?? []).join(' · ')
