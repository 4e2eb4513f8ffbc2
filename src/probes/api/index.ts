import { probeHttp } from '../http/probe-http.ts'
import type { Probe } from '../probe.ts'
import { probeWithScripts } from './probe-with-scripts.ts'

export const API: Probe<'API'> = (task, tools) => {
  const { code } = task
  return code === undefined ? probeHttp(task, tools) : probeWithScripts({ ...task, code }, tools)
}
