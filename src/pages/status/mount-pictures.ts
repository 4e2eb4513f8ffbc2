import { findPublicPicture } from '#publishing'
import type { FastifyInstance } from 'fastify'
import { stylesPath } from '../error-page.ts'
import type { PageSources } from '../page-sources.ts'
import { setClosedPolicy } from '../send-page.ts'
import { notFound, parameter } from './open-page.ts'

/** A drawing may contain scripts and links: opened by itself it may do nothing, and in a page it is a picture only. */
const picturePolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"

/** Serves uploaded logos and favicons; the address of one never shows another. */
export function mountPictures(scope: FastifyInstance, { store }: PageSources): void {
  scope.get(`${stylesPath}/pictures/:name`, async (request, reply) => {
    const found = await findPublicPicture(store, parameter(request, 'name'))
    if (found === null) throw notFound(request)
    return setClosedPolicy(reply)
      .header('content-security-policy', picturePolicy)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('cross-origin-resource-policy', 'cross-origin')
      .type(found.contentType)
      .send(found.bytes)
  })
}
