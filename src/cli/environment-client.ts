import { createClient } from '#client'
import type { Client } from '#client'

/** The missing variables of the environment, in a sentence. */
export class ClientProblem extends Error {}

/** A client of the service and the account that the environment names. Throws ClientProblem. */
export function clientOfEnvironment(): Client {
  const { BELFRY_URL: baseUrl, BELFRY_API_KEY: apiKey, BELFRY_ACCOUNT_ID: accountId } = process.env
  if (!baseUrl)
    throw new ClientProblem('Set BELFRY_URL to the address of the service, for example http://localhost:3000.')
  if (!URL.canParse(baseUrl))
    throw new ClientProblem('BELFRY_URL must be an address, for example http://localhost:3000.')
  if (!apiKey) throw new ClientProblem('Set BELFRY_API_KEY to an API key; `belfry keys create` makes one.')
  return createClient({ baseUrl, apiKey, ...(accountId ? { accountId } : {}) })
}
