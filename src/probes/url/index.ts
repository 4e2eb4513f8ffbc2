import { probeHttp } from '../http/probe-http.ts'
import type { Probe } from '../probe.ts'

export const URL: Probe<'URL'> = probeHttp
