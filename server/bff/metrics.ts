// Counters in Prometheus' format. Labels are calls of the table and verdicts, never a person or a value.
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  return {
    registry,
    calls: new Counter({ name: 'csnoteweb_calls_total', help: 'Calls by row of the table and verdict', labelNames: ['call', 'verdict'], registers }),
    seconds: new Histogram({
      name: 'csnoteweb_call_seconds',
      help: 'Time to answer, by row',
      labelNames: ['call'],
      buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
      registers,
    }),
    drift: new Counter({ name: 'csnoteweb_drift_total', help: "Replies that were not of their row's schema", labelNames: ['call'], registers }),
    signIns: new Counter({ name: 'csnoteweb_sign_ins_total', help: 'Sign-ins by outcome', labelNames: ['outcome'], registers }),
  }
}
