// Starts nginx with one worker for a bench.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onPath } from '../../tests/support/programs.ts'

/** Starts nginx with these directives in its `http` block. The function does not wait until nginx listens. nginx ends with this process. */
export function startNginx(directives: string) {
  const folder = mkdtempSync(join(tmpdir(), 'csnoteweb-nginx-'))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`)
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/pid; worker_processes 1; ${process.getuid?.() === 0 ? 'user root;' : ''}
     events { worker_connections 2048; }
     http { access_log off; keepalive_requests 10000000; ${temporary.join(' ')} ${directives} }`,
  )
  const child = spawn(onPath('nginx') ?? '/usr/sbin/nginx', ['-e', 'stderr', '-c', join(folder, 'nginx.conf')], { stdio: 'inherit' })
  child.once('exit', (code) => code && process.exit(1))
  const end = () => {
    child.kill()
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', end)
  return { pid: child.pid ?? 0, end }
}
