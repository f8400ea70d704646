// Prepares this folder (installs packages, builds the pages), then runs one of its TypeScript files with a suitable version of Node.
//   node scripts/up.mjs server/main.ts          --dev first: hot reload
//   node scripts/up.mjs                         only prepares; with --tools: only installs
// This file runs before anything is installed, with the Node 20 of the system, so it is plain JavaScript and uses no packages.
import { spawn } from 'node:child_process'
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import module from 'node:module'
import { homedir, constants as os } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'

const NO_NODE = 'Não foi possível obter um Node 24 para esta máquina. Instale o Node 24.7 ou mais novo (https://nodejs.org) e tente de novo.'
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP']
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const inRoot = (path) => join(root, path)
const ownNode = inRoot('node_modules/.bin/node')
const lock = inRoot('.cache/up.lock')
// Packages are installed here, and node_modules is then moved to its place, so that a server that is running never misses a file.
const staging = '.cache/packages'
const QUIET = ['--prefer-offline', '--loglevel=error']
const dev = process.argv[2] === '--dev'
const onlyTools = process.argv[2] === '--tools'
const [target, ...args] = process.argv.slice(dev || onlyTools ? 3 : 2)
// The other targets need only the packages that run the server or build the pages. Whoever edits also needs the types of the packages.
const needsTools = dev || !target || /^scripts\/(attack|nightly|pictures|security|soak|test|bench\/[\w-]+)\.ts$/.test(target)
const hasTools = () => existsSync(inRoot('node_modules/typescript'))

const [major, minor] = process.versions.node.split('.').map(Number)
const suits = major > 24 || (major === 24 && minor >= 7) // The first version that has argon2, node:sqlite and type stripping
if (major < 20) fail(`É preciso o Node 20 ou mais novo; este é o ${process.version}. Veja https://nodejs.org.`)

process.env.NODE_ENV ??= dev ? 'development' : 'production'
// Compiled code is cached in this folder, also by every child and thread. Without the cache, a start takes 0.2 s and 15 MB more.
process.env.NODE_COMPILE_CACHE ??= inRoot('.cache/compiled')

if (mustInstall() || mustBuild()) await makeReady()
if (target) await start()

async function makeReady() {
  if (root.includes(delimiter)) fail(`O caminho da pasta não pode ter '${delimiter}': ${root}. Mude o nome dela e tente de novo.`)
  await takeLock()
  process.on('exit', () => rmSync(lock, { force: true }))
  const installs = mustInstall()
  const all = needsTools || hasTools()
  if (installs) await install(all)
  // The server's packages are enough for the first database, so it is created while the rest is installed and the pages are built. If this fails, the
  // server says why.
  const beside = target === 'server/main.ts' ? [works(nodeOfServer(), ['scripts/first-database.ts'])] : []
  if (installs && !all) {
    await installed(...npm('install', '--omit=dev', '--no-save', '--package-lock', ...QUIET))
    beside.push(removeUnused())
  }
  if (mustBuild()) await step('Montando as páginas…', 'As páginas não puderam ser montadas: o motivo está acima.', ...npm('run', '--silent', 'build'))
  await Promise.all(beside)
  rmSync(lock, { force: true })
}

async function start() {
  if (!suits && !existsSync(ownNode)) fail(NO_NODE)
  const node = nodeOfServer()
  if (dev) process.exit((await run(node, ['--watch-path=server', '--watch-path=shared', target, '--dev', ...args])).code)
  if (!suits) process.exit((await run(node, process.argv.slice(1))).code)
  process.argv.splice(1, Infinity, inRoot(target), ...args)
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE)
  whenOrphaned(() => process.kill(process.pid, 'SIGTERM'))
  await import(pathToFileURL(inRoot(target)).href)
}

function nodeOfServer() {
  return suits ? process.execPath : ownNode
}

function mustInstall() {
  return changed('node_modules/.package-lock.json') < changed('package-lock.json') || (needsTools && !hasTools())
}

/**
 * Whether the pages must be built. A build writes these two files last, so after an interrupted build one of them is missing or older than its sources.
 * Development needs no build. Tests that need a build start this file again without a target (tests/support/global.ts).
 */
function mustBuild() {
  if (dev || onlyTools || target === 'scripts/test.ts') return false
  const built = Math.min(...['dist/client/.vite/manifest.json', 'dist/server/entry.server.js'].map(changed))
  return built < Math.max(...['client', 'shared', 'vite.config.ts', 'package-lock.json'].map(changed))
}

/** When a file, or the newest file or folder in a folder, was last changed; 0 if it does not exist. */
function changed(path) {
  const stats = statSync(inRoot(path), { throwIfNoEntry: false })
  if (!stats?.isDirectory()) return stats?.mtimeMs ?? 0
  return Math.max(stats.mtimeMs, ...readdirSync(inRoot(path)).map((name) => changed(join(path, name))))
}

/** Installs all packages, or only those of the server. */
async function install(all) {
  const inStaging = (path) => inRoot(join(staging, path))
  rmSync(inRoot(staging), { recursive: true, force: true })
  for (const file of ['package.json', 'package-lock.json', '.npmrc', 'client/package.json']) cpSync(inRoot(file), inStaging(file))
  say('Instalando o que falta (só desta vez)…')
  const which = all ? ['--include=dev'] : ['--omit=dev', '--workspaces=false']
  await installed(...npm('ci', '--prefix', inRoot(staging), ...which, ...QUIET))
  // npm puts this Node before the one of the system in PATH. If it cannot run (as with musl), it must be removed.
  const node = inStaging('node_modules/.bin/node')
  if (!(await works(node, ['-e', '0']))) rmSync(node, { force: true })
  if (!suits && !existsSync(node)) fail(NO_NODE)
  // npm writes its list again when the rest is installed. Until then, mustInstall() is true.
  if (!all) rmSync(inStaging('node_modules/.package-lock.json'))
  if (existsSync(inRoot('node_modules'))) renameSync(inRoot('node_modules'), inStaging('before'))
  renameSync(inStaging('node_modules'), inRoot('node_modules'))
  rmSync(inRoot(staging), { recursive: true, force: true })
}

async function installed(...command) {
  if (!(await works(...command))) fail('A instalação não terminou: o motivo está acima. Confira a internet e o espaço em disco e tente de novo.')
}

/**
 * Removes what only editors and tools read: source maps, TypeScript and the headers of Node. They are 40 % of the size. `find` does not follow links, of
 * which one leads to our own `client`.
 */
function removeUnused() {
  const unused = ['*.map', '*.ts', '*.mts', '*.cts', '*.tsx'].flatMap((name) => ['-o', '-name', name])
  return works('find', ['node_modules', '-type', 'f', '(', '-path', 'node_modules/node-*/include/*', ...unused, ')', '-delete'])
}

/** Runs the npm of the system. The project's own Node is taken out of PATH, because npm may be replacing that Node. */
function npm(...npmArgs) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.startsWith(root))
  const env = { ...process.env, PATH: folders.join(delimiter) }
  if (!writable(env.npm_config_cache ?? join(homedir(), '.npm'))) env.npm_config_cache = inRoot('.cache/npm')
  return ['npm', npmArgs, env]
}

function writable(path) {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return !existsSync(path) && writable(dirname(path))
  }
}

async function step(sentence, complaint, ...command) {
  say(sentence)
  if (!(await works(...command))) fail(complaint)
}

/** Whether a program succeeds. Its output goes to our standard error, because standard output belongs to the file that runs at the end. */
async function works(command, commandArgs, env) {
  const { code, signal } = await run(command, commandArgs, env, ['inherit', 2, 2])
  if (signal) process.exit(128 + os.signals[signal])
  return code === 0
}

/** Runs a program to its end. Passes signals on to it, and stops it if our parent process dies suddenly, which the program would not notice. */
async function run(command, commandArgs, env = process.env, stdio = 'inherit') {
  let asked
  const stop = (signal) => child.kill((asked = signal))
  // The handlers are registered before the child exists. Otherwise a signal in between would end this process and leave the child running.
  for (const signal of SIGNALS) process.on(signal, stop)
  const child = spawn(command, commandArgs, { cwd: root, stdio, env })
  const watch = whenOrphaned(() => stop('SIGTERM'))
  const stopAtExit = () => child.kill()
  process.on('exit', stopAtExit)
  const ended = await new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 127, error }))
    child.on('exit', (code, signal) => resolve({ code: code ?? 128 + os.signals[signal] }))
  })
  clearInterval(watch)
  process.off('exit', stopAtExit)
  for (const signal of SIGNALS) process.off(signal, stop)
  return { ...ended, signal: asked }
}

function whenOrphaned(act) {
  const parent = process.ppid
  return setInterval(() => process.ppid !== parent && act(), 500).unref()
}

/**
 * Lets only one process at a time prepare the folder. The lock is a symbolic link to the pid of its holder, so it is created atomically. If the
 * holder is dead, its lock is taken over.
 */
async function takeLock() {
  for (let told = false; ; await delay(200)) {
    try {
      mkdirSync(dirname(lock), { recursive: true })
      symlinkSync(String(process.pid), lock)
      // Wait and check: if two processes find the lock of a dead holder, both may remove it, and the later one may remove ours.
      await delay(50)
      if (readLock() === String(process.pid)) return
    } catch (error) {
      if (error.code !== 'EEXIST') fail(`Falta preparar o sistema na pasta ${root}, e este usuário não pode escrever nela (${error.code}).`)
    }
    const holder = readLock()
    if (!holder) continue
    if (!isMakingReady(holder)) rmSync(lock, { force: true })
    else if (!told) {
      told = true
      say(`Outro início (processo ${holder}) está preparando esta pasta; esperando por ele…`)
    }
  }
}

function readLock() {
  try {
    return readlinkSync(lock)
  } catch {
    return undefined
  }
}

/** Whether the process with this pid is preparing the folder. It must run up.mjs, because containers reuse pids. */
function isMakingReady(pid) {
  if (pid === String(process.pid)) return false
  try {
    process.kill(Number(pid), 0)
  } catch (error) {
    // Without the permission to signal it, the process exists and belongs to another user.
    if (error.code !== 'EPERM') return false
  }
  try {
    return !existsSync('/proc/self') || readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('up.mjs')
  } catch {
    return false
  }
}

function say(sentence) {
  process.stderr.write(`${sentence}\n`)
}

function fail(sentence) {
  say(`\n${sentence}`)
  process.exit(1)
}
