import type { FastifyRequest } from 'fastify'
import { textHash } from '#kernel'
import type { ReceivedEvent } from '#notifying'
import { annotationsOf, cut, fieldsOf, labelsOf, lineOf, textOf } from './inbound-text.ts'
import type { Fields } from './inbound-text.ts'

export interface OpsgenieRequest {
  readonly token: string
  readonly event: ReceivedEvent
}

const lengths = { name: 255, alias: 512 }

/**
 * A request in the form of Opsgenie's Alert API: creates an alert, or closes or acknowledges one by its alias. Or what is wrong
 * with it.
 */
export function readOpsgenieRequest(
  request: FastifyRequest,
  jsonOf: (request: FastifyRequest) => unknown,
): OpsgenieRequest | { readonly problem: string } {
  const [, token] = /^GenieKey (\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  if (token === undefined) return { problem: 'Could not authenticate: send the header Authorization: GenieKey TOKEN.' }
  const { alias } = fieldsOf(request.params)
  if (typeof alias === 'string')
    return { token, event: endOf(alias, /\/acknowledge(?:\?|$)/.test(request.url) ? null : false) }
  const body = fieldsOf(jsonOf(request))
  const message = lineOf(textOf(body['message']))
  if (message === '') return { problem: 'Message can not be empty.' }
  if (textOf(body['alias']).length > lengths.alias)
    return { problem: `Alias has more than ${lengths.alias} characters.` }
  return { token, event: eventOf(body, message) }
}

const fingerprintOf = (alias: string): string => textHash(alias).slice(0, 32)

const endOf = (alias: string, isFiring: false | null): ReceivedEvent => ({
  fingerprint: fingerprintOf(alias),
  name: '',
  labels: {},
  annotations: {},
  summary: '',
  link: null,
  isFiring,
  startsAt: null,
})

const minor: ReadonlySet<string> = new Set(['P4', 'P5'])

function eventOf(body: Fields, message: string): ReceivedEvent {
  const priority = textOf(body['priority']).toUpperCase() || 'P3'
  const description = lineOf(textOf(body['description']))
  const name = cut(message, lengths.name)
  const own = {
    alertname: name,
    priority,
    source: lineOf(textOf(body['source'])),
    entity: lineOf(textOf(body['entity'])),
  }
  return {
    fingerprint: fingerprintOf(textOf(body['alias']) || message),
    name,
    severity: minor.has(priority) ? 'warning' : 'critical',
    labels: labelsOf({ ...fieldsOf(body['details']), ...tagsOf(body['tags']), ...own }),
    annotations: annotationsOf({ description, note: body['note'] }),
    summary: description || message,
    link: null,
    isFiring: true,
    startsAt: null,
  }
}

/** Tags such as `service:shop` are labels; others have the value `true`. */
function tagsOf(tags: unknown): Fields {
  const texts = Array.isArray(tags) ? tags.map(textOf).filter((tag) => tag !== '') : []
  return Object.fromEntries(
    texts.map((tag) => {
      const at = tag.indexOf(':')
      return at > 0 ? [tag.slice(0, at), tag.slice(at + 1)] : [tag, 'true']
    }),
  )
}
