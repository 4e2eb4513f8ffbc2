import { hourMs, minuteMs } from '#kernel'
import type { Call } from './account.ts'

/** What people told users besides the checks: an incident of a page with components, one with a post-mortem, and templates. */
export async function makeIncidents(call: Call, endMs: number): Promise<void> {
  const ago = (ms: number): string => new Date(endMs - ms).toISOString()
  const said = (status: string, description: string, ms: number, notifySubscribers = false) => ({
    status,
    description,
    publicIncidentUpdateDate: ago(ms),
    notifySubscribers,
  })
  await onComponents(call, said)
  const { id } = await call('POST', '/v1/status-pages/incidents', {
    name: 'Search returns old prices',
    severity: 'MINOR',
    services: [{ id: (await firstService(call)) ?? '' }],
    incidentUpdates: [
      said('INVESTIGATING', 'Prices in the search are those of yesterday. Orders have the right ones.', 30 * hourMs),
      said('RESOLVED', 'The index was built again; prices are right.', 29 * hourMs),
    ],
  })
  await call('PUT', `/v1/status-page-incidents/${id}`, {
    postMortem: [
      '## What happened',
      'The job that builds the index stopped after a certificate had expired.',
      '## What we change',
      '- Days until expiry are watched\n- The job retries, and **says so** when it stops',
    ].join('\n\n'),
    isPostMortemPublished: true,
  })
  await call('POST', '/v1/incident-templates', {
    name: 'We are looking',
    status: 'INVESTIGATING',
    description: '{{affected}} has had problems since {{startedAt}}. We are looking into it.',
  })
  await call('POST', '/v1/incident-templates', {
    name: 'Resolved',
    status: 'RESOLVED',
    description: '{{affected}} works again. It took {{duration}}. We are sorry for the trouble.',
  })
}

type Said = (status: string, description: string, ms: number, notifySubscribers?: boolean) => object

async function onComponents(call: Call, said: Said): Promise<void> {
  const { id: pageId } = await call('POST', '/v3/status-pages', { name: 'Partners', url: 'partners' })
  const path = `/v3/status-pages/${pageId}`
  const ids: string[] = []
  for (const [displayOrder, name] of ['Orders API', 'Webhooks', 'Reports'].entries())
    ids.push(String((await call('POST', `${path}/components`, { name, displayOrder })).id))
  const subscriptions = ['ada', 'grace', 'linus'].map((name) => ({
    type: 'EMAIL',
    config: { address: `${name}@partner.example` },
  }))
  await call('POST', `${path}/subscribers/bulk`, { subscriptions, autoVerify: true })
  const { id } = await call('POST', `${path}/incidents`, {
    name: 'Webhooks arrive late',
    componentImpacts: [
      { componentId: ids[1], status: 'PARTIAL_OUTAGE' },
      { componentId: ids[2], status: 'DEGRADED_PERFORMANCE' },
    ],
    incidentUpdates: [said('INVESTIGATING', 'Some webhooks arrive up to **10 minutes** late.', 50 * minuteMs, true)],
  })
  await call('POST', `${path}/incidents/${id}/incident-updates`, {
    ...said(
      'IDENTIFIED',
      'A queue was too small. We are moving it; see <https://partner.example/queues>.',
      20 * minuteMs,
    ),
  })
}

async function firstService(call: Call): Promise<string | undefined> {
  const { entries = [] } = await call('GET', '/v1/status-pages/services')
  return entries[0]?.id
}
