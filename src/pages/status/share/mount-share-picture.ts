import { createHash } from 'node:crypto'
import { readPublicStatusPage } from '#publishing'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { StatusPageSources } from '../../page-sources.ts'
import { setClosedPolicy, setKeeping } from '../../send-page.ts'
import { SingleFlight } from '../../single-flight.ts'
import { findOpenPage, setLanguage } from '../open-page.ts'
import { drawPng } from './draw-png.ts'
import { sharePicture } from './share-picture.ts'

const picturesKept = 200

/** Mounts the picture of links to a public page. Each is drawn once for what it says. */
export function mountSharePicture(scope: FastifyInstance, sources: StatusPageSources): void {
  const drawn = new LRUCache<string, Buffer>({ max: picturesKept })
  const drawing = new SingleFlight<Buffer>()
  scope.get('/status/:url/og.png', async (request: FastifyRequest, reply) => {
    const found = await findOpenPage(sources, request)
    const svg = sharePicture(await readPublicStatusPage(sources.store, found.page, sources.clock.now()), found)
    const key = createHash('sha256').update(svg).digest('base64')
    const png = drawn.get(key) ?? (await drawing.get(key, () => drawPng(svg)))
    drawn.set(key, png)
    return setKeeping(setClosedPolicy(setLanguage(reply, found.texts)), 'public')
      .type('image/png')
      .send(png)
  })
}
