import { readPublicFeed, readPublicMaintenance, readPublicStatusPage } from '#publishing'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { StatusPageSources } from '../../page-sources.ts'
import { sendText, setClosedPolicy, setKeeping } from '../../send-page.ts'
import { SingleFlight } from '../../single-flight.ts'
import { writeCalendar } from '../calendar.ts'
import { findOpenPage, findPage, notFound, parameter, setLanguage } from '../open-page.ts'
import type { FoundPage } from '../open-page.ts'
import { statuspageData, statuspageJson } from './statuspage-data.ts'

type Found = Pick<FoundPage, 'page' | 'urls'>
type Reading = Pick<StatusPageSources, 'store' | 'clock'>

/** One of these responses, as text. */
async function writeStatuspageData({ store, clock }: Reading, { page, urls }: Found, path: string): Promise<string> {
  const nowMs = clock.now()
  const shown = await readPublicStatusPage(store, page, nowMs)
  const events = () => readPublicFeed(store, page, nowMs)
  return JSON.stringify(await statuspageJson({ found: page, urls: { ...urls, ending: '' }, shown, events }, path))
}

/** The maintenances of the last 90 days and of the future, as a calendar. */
async function writePageCalendar({ store, clock }: Reading, { page, urls, texts }: FoundPage): Promise<string> {
  const events = await readPublicFeed(store, page, clock.now())
  const maintenances = events.flatMap((event) => (event.kind === 'MAINTENANCE' ? [event] : []))
  return writeCalendar(texts.feed.calendar(page.profile), urls, maintenances)
}

/** Mounts the data of Statuspage (401 of a private page) and calendars, both for programs of any origin. */
export function mountStatuspageData(scope: FastifyInstance, sources: StatusPageSources): void {
  const data = new SingleFlight<string>()
  for (const path of Object.keys(statuspageData))
    scope.get(`/status/:url/api/v2/${path}.json`, async (request, reply) => {
      const found = await findPage(sources, request)
      void setClosedPolicy(reply).header('access-control-allow-origin', '*').type('application/json; charset=utf-8')
      if (found.page.isPrivate) return rejectUnauthorized(reply)
      const key = `${found.page.id} ${found.urls.origin} ${found.urls.base} ${path}`
      return sendText(setKeeping(reply, 'public'), await data.get(key, () => writeStatuspageData(sources, found, path)))
    })
  scope.get('/status/:url/history.ics', async (request, reply) => {
    const found = await findPage(sources, request)
    if (found.page.isPrivate) return rejectUnauthorized(reply)
    return sendCalendar(reply, found, await writePageCalendar(sources, found))
  })
  scope.get('/status/:url/maintenances/:id.ics', async (request, reply) => {
    const found = await findOpenPage(sources, request)
    const { page, urls, texts } = found
    const event = await readPublicMaintenance(sources.store, page, parameter(request, 'id'), sources.clock.now())
    if (event === null) throw notFound(request)
    return sendCalendar(reply, found, writeCalendar(texts.feed.calendar(page.profile), urls, [event]))
  })
}

/** Programs tell a page that needs a sign-in from one that is gone. */
export function rejectUnauthorized(reply: FastifyReply): FastifyReply {
  const message = 'This status page is private. Programs cannot read it.'
  return setKeeping(setClosedPolicy(reply.code(401)), 'private')
    .header('access-control-allow-origin', '*')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ statusCode: 401, error: 'Unauthorized', message }))
}

const sendCalendar = (reply: FastifyReply, { texts }: FoundPage, text: string): FastifyReply =>
  sendText(
    setKeeping(setClosedPolicy(setLanguage(reply, texts)), 'public')
      .header('access-control-allow-origin', '*')
      .type('text/calendar; charset=utf-8'),
    text,
  )
