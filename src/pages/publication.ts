import type { FastifyRequest } from 'fastify'

/** The page that a response shows, if it is one of a status page or a dashboard. */
export interface Publication {
  /** The same for every response of the page. */
  readonly id: string
  /** The id of what readers without a password see there now; null when there is nothing, or only for some. */
  readonly current: () => Promise<string | null>
}

const publications = new WeakMap<FastifyRequest, Publication>()

/** Says which page the response to a request shows, so that it may be kept while everybody may see that page. */
export const showPublication = (request: FastifyRequest, publication: Publication): unknown =>
  publications.set(request, publication)

export const publicationOf = (request: FastifyRequest): Publication | undefined => publications.get(request)
