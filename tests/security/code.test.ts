// Tests rules that the source code itself must follow.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../support/server.ts'

const read = (file: string) => readFileSync(join(root, file), 'utf8')
const sources = globSync('{client,server,shared}/**/*.{ts,tsx,js,mjs}', { cwd: root }).map((file) => ({ file, text: read(file) }))
/** Finds all matches of `pattern` in the sources, each returned as 'file: match'. */
const found = (pattern: RegExp, within = '') =>
  sources
    .filter(({ file }) => file.startsWith(within))
    .flatMap(({ file, text }) => [...text.matchAll(new RegExp(pattern, 'g'))].map(([what]) => `${file}: ${what.trim()}`))

it('the list of searched sources has more than 100 files, and the search finds a known pattern', () => {
  expect(sources.length).toBeGreaterThan(100)
  expect(found(/createApp\b/, 'server/bff/app.ts')).not.toEqual([])
})

it('no test reads the machine’s clock, sleeps, or contains “.only”', () => {
  const tests = globSync('tests/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('security/code.test.ts'))
  expect(tests.length).toBeGreaterThan(100)
  // The linter forbids Date.now, performance.now, Math.random, hrtime, and the modules node:timers/promises and node:perf_hooks.
  const forbidden =
    /new Date\(\)|\bhrtime\b|process\.uptime|globalThis\.(?:performance|Date)|from '(?:perf_hooks|timers\/promises)'|waitForTimeout|\b(?:it|test|describe)\.only\b/
  expect(tests.filter((file) => forbidden.test(read(file)))).toEqual([])
})

describe('code created from data [1.2.5 1.2.9 1.3.2-3 1.3.7 1.3.12 1.5.2 15.3.6]', () => {
  it('the sources use no eval, and create no function or timer from text', () => {
    // Calls of redis.eval are allowed, because they send a constant script of ours.
    expect(found(/(?<!redis\.)\beval\(|new Function\b|\bFunction\(|set(?:Timeout|Interval)\(\s*['"`]|node:vm/)).toEqual([])
  })
  it('the sources start no shell, and their only child process is forked from one of our own files', () => {
    expect(found(/from 'node:child_process'|\bspawn(?:Sync)?\(|\bexecFile(?:Sync)?\(/)).toEqual([
      "server/api/db/pglite.ts: from 'node:child_process'",
    ])
    expect(read('server/api/db/pglite.ts')).toContain("import { fork } from 'node:child_process'")
  })
  it('the sources use no template engine, and build regular expressions only from constants: paths in the table of calls and forms of terms', () => {
    expect(found(/new RegExp\(|\bRegExp\(|app\.engine|view engine|\bres\.render\(/)).toEqual([
      'server/bff/explain.ts: new RegExp(',
      'server/api/banks/terms.ts: new RegExp(',
    ])
  })
  it('client and shared sources look up keys in a Map, never in an object that inherits names', () => {
    const table = /\bconst \w+: (?:Partial<)?Record<string, .*> = \{|\}(?: as const)?\)\[(?!operand\])|(?<!')\b[\w.]+ in \w+\)/
    expect(['client', 'shared'].flatMap((within) => found(table, within))).toEqual([])
  })
  it('the sources use no serialization format except JSON', () => {
    expect(found(/node:v8'|\bdeserialize\(|unserialize/)).toEqual(["server/api/db/pglite.ts: node:v8'"])
  })
})

it('SQL gets values as parameters, never as text [1.2.4]', () => {
  // The one match passes on a statement whose parameters drizzle has already separated from the text.
  expect(found(/sql\.raw|\.unsafe\(|sql\.identifier\((?!name\)|table\))/)).toEqual(['server/api/db/server.ts: .unsafe('])
  expect(read('server/api/db/server.ts')).toContain('client.unsafe(text, parameters, isPlannedOnce(text) ? KEPT : {})')
  // PGlite gets only constant texts as statements.
  expect(found(/\.(?:exec|query)\([^'"\n]*[`$+]/, 'server/api')).toEqual([])
})

it('no form that creates a record uses the plain function send, because only the form’s own one prevents a second creation', () => {
  const makers = sources.filter(({ file, text }) => file.endsWith('Form.tsx') && text.includes("send('POST "))
  expect(makers.length).toBeGreaterThan(10)
  expect(makers.filter(({ text }) => /import \{[^}]*\bsend\b[^}]*\} from '..\/..\/api\/request.ts'/.test(text))).toEqual([])
})

describe('the browser’s source code [1.1.2 1.2.1 1.2.3 3.2.2 3.5.7]', () => {
  it('the source code inserts no HTML into the page except its embedded JSON', () => {
    expect(found(/dangerouslySetInnerHTML|\b(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|createContextualFragment|srcDoc/)).toEqual([
      'client/Document.tsx: dangerouslySetInnerHTML',
    ])
  })
  it('the source code sends messages only to tabs of our own origin, and loads nothing from another site [3.5.5 3.5.6 3.7.1-2 15.3.2]', () => {
    expect(found(/window\.open|\bopener\b|addEventListener\('message'|\.postMessage\(|document\.domain/, 'client')).toEqual([
      'client/features/track/changes.ts: .postMessage(',
      'client/features/track/changes.ts: .postMessage(',
      "client/features/track/changes.ts: addEventListener('message'",
    ])
    // Tabs of our origin tell each other only that something changed, or which entry ended. Each tab then requests the data from the server.
    const timer = read('client/features/track/changes.ts')
    for (const line of ["channel?.postMessage('')", 'channel?.postMessage(id)', 'void forget(id).then(asked)']) expect(timer).toContain(line)
    expect(found(/(?:src|href|url\()=?['"({`]+(?:https?:)?\/\//, 'client')).toEqual([])
  })
})

it('only one module reads and writes XML, and it refuses document types [1.5.1 1.3.11]', () => {
  // The one match is the check that refuses document types.
  expect(found(/DOMParser|XMLSerializer|<!DOCTYPE|<!ENTITY|createElementNS/)).toEqual(['server/api/nfse/xml.ts: <!DOCTYPE'])
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> }
  expect(Object.keys(dependencies).filter((name) => /xml|sax|html-?parser/i.test(name))).toEqual(['libxml2-wasm', 'xml-crypto'])
  const readers = found(/from '(?:libxml2-wasm|xml-crypto)'/).map((one) => one.split(':')[0])
  expect(readers.filter((file) => !file?.startsWith('server/api/nfse/'))).toEqual([])
})

it('only one module makes requests to the upstream [BFF proxy 1.3.6 13.1.1 13.2.4-5]', () => {
  expect(
    found(/(?<![.\w])fetch\(|\b(?:http|tls)Request\b\)?\(|createProxyMiddleware[<(]|\bnew WebSocket|XMLHttpRequest|\bsendBeacon/, 'server'),
  ).toEqual(['server/bff/forward.ts: createProxyMiddleware<', 'server/bff/upstream.ts: httpRequest)('])
  expect(new Set(found(/\bfetch\(['"`]?/, 'client').map((one) => one.split(':')[0]))).toEqual(
    new Set([
      'client/api/connection.ts',
      'client/api/request.ts',
      'client/api/session.ts',
      'client/public/painel-offline.js',
      'client/public/sw-painel.js',
    ]),
  )
  expect(found(/process\.env\b/, 'server').filter((one) => !one.startsWith('server/env.ts'))).toEqual([])
})

it('the sources use only random numbers and hashes of the platform [11.1.1-2 11.3.1-3 11.4.1 11.4.3-4 11.5.1 11.2.1-3]', () => {
  expect(found(/Math\.random/, 'server')).toEqual([])
  expect(found(/createHash\('(?!sha256')|createCipher|createHmac\('(?!sha256')|\bmd5\b|\bsha1\b/i)).toEqual([])
  // The one match, node-forge, reads the companies' certificates, among them old ones that the platform refuses.
  expect(found(/from '(?:bcrypt|crypto-js|argon2|node-forge|tweetnacl)/)).toEqual(["server/api/nfse/certificate.ts: from 'node-forge"])
})

describe('npm packages [15.1.1-2 15.2.1 15.2.4]', () => {
  interface Package {
    version?: string
    resolved?: string
    integrity?: string
  }
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Package> }
  // The project itself, and its part `client`, are not downloaded.
  const locked = Object.entries(packages).filter(([path]) => !['', 'client', 'node_modules/client'].includes(path))

  it('every package in the lock file has a hash and no download address', () => {
    expect(locked.length).toBeGreaterThan(200)
    expect(locked.filter(([, { resolved, integrity }]) => resolved !== undefined || !integrity?.startsWith('sha512-'))).toEqual([])
  })
  it('no package runs a script when it is installed', () => {
    expect(locked.filter(([, one]) => 'hasInstallScript' in one)).toEqual([])
    expect(read('.npmrc')).toContain('ignore-scripts=true')
    expect(
      read('Dockerfile')
        .match(/npm ci[^\n]*/g)
        ?.filter((command) => !command.includes('--ignore-scripts')),
    ).toEqual([])
  })
  it('every dependency is pinned to an exact version', () => {
    for (const file of ['package.json', 'client/package.json']) {
      const { dependencies, devDependencies } = JSON.parse(read(file)) as Record<string, Record<string, string>>
      expect(Object.values({ ...dependencies, ...devDependencies }).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
    }
  })
  it('each part of the code imports only packages that are listed for it', () => {
    const listed = (file: string) => Object.keys((JSON.parse(read(file)) as { dependencies: object }).dependencies)
    const ofServer = listed('package.json')
    const ofClient = listed('client/package.json')
    expect((packages['client'] as { dependencies?: object } | undefined)?.dependencies).toEqual(
      (JSON.parse(read('client/package.json')) as { dependencies: object }).dependencies,
    )
    const foreign = (folders: string[], allowed: string[]) =>
      sources
        .filter(({ file }) => folders.some((folder) => file.startsWith(`${folder}/`)))
        .flatMap(({ file, text }) =>
          [
            ...text.matchAll(/(?:^(?:import (?!type)|export [*{].* from |\} from )[^'\n]*|\bimport\()'(?!node:)((?:@[^/']+\/)?[^./'@][^/']*)/gm),
          ].flatMap(([, name = '']) => (allowed.includes(name) ? [] : [`${file}: ${name}`])),
        )
    // Vite serves the pages only in development.
    expect(foreign(['server', 'shared'], ofServer)).toEqual(['server/main.ts: vite'])
    expect(foreign(['client'], [...ofClient, 'zod'])).toEqual([])
  })
  it('no installed package decodes React server components [CVE-2025-55182 CVE-2026-23870]', () => {
    expect(locked.filter(([path]) => path.includes('react-server-dom'))).toEqual([])
  })
  it('the installed version of tmp is safe, and the browser loads exceljs only for an export [CVE-2026-44705]', () => {
    const versions = locked.filter(([path]) => path.endsWith('node_modules/tmp')).map(([, { version = '' }]) => version.split('.').map(Number))
    expect(versions).not.toEqual([])
    for (const [major = 0, minor = 0, patch = 0] of versions) expect(major * 10_000 + minor * 100 + patch).toBeGreaterThanOrEqual(207)
    const manifest = JSON.parse(read('dist/client/.vite/manifest.json')) as Record<string, { file: string; imports?: string[] }>
    const eager = new Set<string>()
    const walk = (key: string) => {
      if (eager.has(key)) return
      eager.add(key)
      for (const next of manifest[key]?.imports ?? []) walk(next)
    }
    for (const entry of ['client/entry.browser.tsx', 'client/routed.tsx']) walk(entry)
    const holds = (file: string) => read(`dist/client/${file}`).includes('addWorksheet')
    const all = Object.values(manifest).filter(({ file }) => file.endsWith('.js') && holds(file))
    expect(all).not.toEqual([])
    expect([...eager].map((key) => manifest[key]?.file ?? '').filter((file) => file.endsWith('.js') && holds(file))).toEqual([])
    expect(read('dist/server/entry.server.js')).not.toMatch(/xl\/workbook\.xml/)
  })
})
