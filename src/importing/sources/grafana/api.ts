import type { SourceApi } from '../../api/source-api.ts'
import { fileOf } from '../../counterparts/hosted/answers.ts'

/** The lists of checks and probes are whole. */
export const grafanaApi: SourceApi = {
  address: 'https://synthetic-monitoring-api.grafana.net',
  domains: ['grafana.net'],
  key: 'The access token of Synthetics, Config, and as address the backend address of that page.',
  read: async (api, key) => {
    const headers = { authorization: `Bearer ${key}` }
    const checks = await api.json('/api/v1/check/list', { headers, query: { includeAlerts: 'true' } })
    const probes = await api.optional('probes', () => api.json('/api/v1/probe/list', { headers }))
    return [fileOf('checks.json', checks), ...(probes === null ? [] : [fileOf('probes.json', probes)])]
  },
}
