import { timingSafeEqual } from 'node:crypto'
import { Fault } from '#kernel'
import type { Store } from '#storage/database'
import { redirectProblem } from './redirect-address.ts'

/** A program that people connect. It has no secret. */
export interface AgentClient {
  readonly id: string
  readonly name: string
  /** Where it describes itself; null when it registered itself. */
  readonly host: string | null
  readonly redirectUris: readonly string[]
}

/** Reads the document at the address of a client; never throws. */
export type FetchClientDocument = (url: string) => Promise<{ readonly text: string } | { readonly problem: string }>

interface Description {
  readonly name: string
  readonly redirectUris: readonly string[]
}

const registeredPrefix = 'bfc_'
const mostRedirects = 10
const longestRegistration = 1_500
const longestName = 100
const longestAddress = 500

export class RegistrationProblem extends Error {
  readonly code: 'invalid_redirect_uri' | 'invalid_client_metadata'
  constructor(code: RegistrationProblem['code'], message: string) {
    super(message)
    this.code = code
  }
}

/**
 * Registers a client (RFC 7591). Its id is its signed description, so that strangers fill no table. Throws
 * RegistrationProblem.
 */
export function registerAgentClient({ encryption }: Pick<Store, 'encryption'>, metadata: unknown): AgentClient {
  const { name, redirectUris } = descriptionOf(metadata)
  const text = JSON.stringify([name, redirectUris])
  if (text.length > longestRegistration)
    throw new RegistrationProblem('invalid_client_metadata', 'The name and the redirect addresses are too long.')
  const id = `${registeredPrefix}${Buffer.from(text).toString('base64url')}.${encryption.sign(signedText(text))}`
  return { id, name, redirectUris, host: null }
}

const signedText = (text: string): string => `agent client ${text}`

/** The client of an id: a registered one, or one whose id is the address of its description. Throws AGENT_CLIENT_INVALID. */
export function readAgentClient(store: Store, id: string, fetchDocument: FetchClientDocument): Promise<AgentClient> {
  return id.startsWith(registeredPrefix) ? registeredClient(store, id) : describedClient(id, fetchDocument)
}

async function registeredClient({ encryption }: Store, id: string): Promise<AgentClient> {
  const [body = '', signature = ''] = id.slice(registeredPrefix.length).split('.', 2)
  const text = Buffer.from(body, 'base64url').toString()
  const [given, right] = [Buffer.from(signature), Buffer.from(encryption.sign(signedText(text)))]
  if (given.length !== right.length || !timingSafeEqual(given, right))
    throw invalid('it is not registered here. Remove the connection in the program and connect it again.')
  const [name, redirectUris] = asRegistered(JSON.parse(text))
  return { id, name, redirectUris, host: null }
}

/** Sound for texts that `registerAgentClient` signed. */
const asRegistered = (value: unknown) => value as readonly [name: string, redirectUris: readonly string[]]

async function describedClient(id: string, fetchDocument: FetchClientDocument): Promise<AgentClient> {
  const url = addressOfClient(id)
  const read = await fetchDocument(url.href)
  if ('problem' in read) throw invalid(`its description cannot be read: ${read.problem}`)
  const document = parsed(read.text)
  if (document['client_id'] !== id) throw invalid('its description is that of another program.')
  const secret = document['token_endpoint_auth_method'] ?? 'none'
  if (secret !== 'none') throw invalid('it wants to prove itself by a secret or a key, which is not supported.')
  try {
    const { name, redirectUris } = descriptionOf(document)
    return { id, name, redirectUris, host: url.host }
  } catch (error) {
    if (error instanceof RegistrationProblem) throw invalid(error.message)
    throw error
  }
}

/** Client ID Metadata Document: HTTPS with a path, in its normal form. */
function addressOfClient(id: string): URL {
  const url = id.length <= longestAddress ? URL.parse(id) : null
  const isPlain = url?.protocol === 'https:' && url.pathname !== '/' && url.username === '' && url.password === ''
  if (url === null || !isPlain || url.href !== id || id.includes('#'))
    throw invalid('its client_id is neither registered here nor an address that begins with https and has a path.')
  return url
}

const invalid = (problem: string): Fault => new Fault('AGENT_CLIENT_INVALID', { values: { problem } })

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text))
  } catch {
    throw invalid('its description is not JSON.')
  }
}

function descriptionOf(metadata: unknown): Description {
  const given = Object(metadata) as Readonly<Record<string, unknown>>
  const uris = given['redirect_uris']
  if (!isTexts(uris) || uris.length === 0 || uris.length > mostRedirects)
    throw new RegistrationProblem('invalid_redirect_uri', `redirect_uris must have 1 to ${mostRedirects} addresses.`)
  for (const uri of uris) {
    const problem = redirectProblem(uri)
    if (problem !== null) throw new RegistrationProblem('invalid_redirect_uri', `${uri.slice(0, 100)} ${problem}.`)
  }
  return { name: shownName(given['client_name']), redirectUris: uris }
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

/** Without characters that change how what follows is read. */
const shownName = (name: unknown): string => {
  const shown =
    typeof name === 'string'
      ? name
          .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
          .trim()
          .slice(0, longestName)
      : ''
  return shown === '' ? 'A program without a name' : shown
}
