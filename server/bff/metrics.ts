// Counters in the format of Prometheus. Their labels are names of calls and results, never a person or a value.
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Log } from '../log.ts'

export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics(log: Log) {
  const registry = new Registry()
  const registers = [registry]
  // collectDefaultMetrics() is not used, because its observer of the garbage collector makes every page 8 % slower.
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value())
      },
    })
  gauge('process_resident_memory_bytes', 'Resident memory', () => process.memoryUsage.rss())
  gauge('nodejs_heap_size_used_bytes', 'Memory in use by JavaScript', () => process.memoryUsage().heapUsed)
  gauge('process_cpu_seconds_total', 'CPU used since the start', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  gauge('process_start_time_seconds', 'When the process began', () => performance.timeOrigin / 1000)
  gauge('csnoteweb_log_lost_lines', 'Log lines lost to a slow reader', log.lost)
  return {
    registry,
    /** Reports the free rendering slots. `free` returns how many pages could be rendered now without waiting. */
    freeSlots: (whose: 'people' | 'strangers', free: () => number) =>
      gauge(`csnoteweb_free_places_of_${whose}`, `Free rendering slots for ${whose}`, free),
    calls: new Counter({ name: 'csnoteweb_calls_total', help: 'Calls by row of the table and verdict', labelNames: ['call', 'verdict'], registers }),
    seconds: new Histogram({
      name: 'csnoteweb_call_seconds',
      help: 'Time to answer, by row',
      labelNames: ['call'],
      buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
      registers,
    }),
    drift: new Counter({
      name: 'csnoteweb_drift_total',
      help: 'Replies that violate their schema or lack display fields',
      labelNames: ['call'],
      registers,
    }),
    signIns: new Counter({ name: 'csnoteweb_sign_ins_total', help: 'Sign-ins by outcome', labelNames: ['outcome'], registers }),
  }
}
