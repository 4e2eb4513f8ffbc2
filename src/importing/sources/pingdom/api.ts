import type { ApiReader, SourceApi } from '../../api/source-api.ts'
import { fieldsIn, fileOf, listIn } from '../../counterparts/hosted/answers.ts'
import type { Fields } from '../../counterparts/hosted/answers.ts'
import { textIn } from '../../counterparts/text-in.ts'
import { SourceProblem } from '../../imported.ts'

const pageSize = 250
const path = '/api/3.1'

/** A list tells of a check little: each is asked for. */
export const pingdomApi: SourceApi = {
  address: 'https://api.pingdom.com',
  domains: ['pingdom.com'],
  key: 'A read-only token of Settings, Pingdom API.',
  read: async (api, key) => {
    const headers = { authorization: `Bearer ${key}` }
    const get = (below: string, query: Readonly<Record<string, string | number>> = {}) =>
      api.json(`${path}${below}`, { headers, query })
    const listed = await all(api, 'checks', (offset) =>
      get('/checks', { limit: pageSize, offset, include_tags: 'true', include_severity: 'true' }),
    )
    const checks = await api.each(listed, async (one) =>
      merged(one, fieldsIn(await get(`/checks/${idOf(one)}`))['check']),
    )
    const transactions = await api.optional('transaction checks', async () => {
      const found = await all(api, 'checks', (offset) => get('/tms/check', { limit: pageSize, offset }))
      return api.each(found, async (one) => merged(one, detailOf(await get(`/tms/check/${idOf(one)}`))))
    })
    const contacts = await api.optional('contacts', () => get('/alerting/contacts'))
    const teams = await api.optional('teams', () => get('/alerting/teams'))
    const maintenance = await api.optional('maintenance', () => get('/maintenance'))
    return [
      fileOf('checks.json', { checks }),
      fileOf('transactions.json', { transactions: transactions ?? [] }),
      ...[contacts, teams, maintenance].flatMap((answer, index) =>
        answer === null ? [] : [fileOf(`account-${index + 1}.json`, answer)],
      ),
    ]
  },
}

const idOf = ({ id }: Fields): string => encodeURIComponent(textIn(id))

const detailOf = (answer: unknown): unknown => fieldsIn(answer)['check'] ?? answer

/** Tags are in lists alone, what a type has in the answer of one. */
const merged = (one: Fields, detail: unknown): Fields => ({ ...one, ...fieldsIn(detail) })

async function all(
  api: ApiReader,
  name: string,
  read: (offset: number) => Promise<unknown>,
): Promise<readonly Fields[]> {
  const found: Fields[] = []
  await api.pages(0, async (offset) => {
    const answer = await read(offset)
    if (!Array.isArray(fieldsIn(answer)[name])) throw new SourceProblem('Pingdom answers with no list of checks.')
    const items = listIn(fieldsIn(answer)[name])
    found.push(...items)
    return items.length < pageSize ? null : offset + pageSize
  })
  return found
}
