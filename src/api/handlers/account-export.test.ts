import { beforeAll, expect, it } from 'vitest'
import { fromBuffer } from 'yauzl'
import { useDatabase } from '../../../tests/support/database.ts'
import { aTestApi } from '../../../tests/support/api.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import { handlers } from './index.ts'

const database = useDatabase()
let service: TestService
beforeAll(() => {
  service = new TestService(database.db())
})

/** The files of a ZIP archive by their paths. */
async function filesIn(archive: Buffer): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>()
  const zip = await new Promise<import('yauzl').ZipFile>((resolve, reject) =>
    fromBuffer(archive, { lazyEntries: true }, (error, opened) => (error ? reject(error) : resolve(opened))),
  )
  await new Promise<void>((resolve, reject) => {
    zip.on('end', resolve).on('error', reject)
    zip.on('entry', (entry: import('yauzl').Entry) =>
      zip.openReadStream(entry, async (error, stream) => {
        if (error) return reject(error)
        files.set(entry.fileName, (await stream.toArray()).join(''))
        zip.readEntry()
      }),
    )
    zip.readEntry()
  })
  return files
}

const download = (key: string) =>
  aTestApi({ db: service.db, handlers, clock: service.clock }).inject({
    url: '/v1/accounts/me/export',
    headers: { authorization: `Bearer ${key}` },
  })

it('an account is exported as files without secrets, to administrators alone', async () => {
  const { account, send } = await service.owner()
  await service.check(account.accountId, { name: 'Card payments' })
  const config = { url: 'https://hooks.slack.example/services/T0/B0/very-secret-part' }
  await send('POST', '/v1/alert-channels', { type: 'SLACK', config })
  await send('POST', '/v1/variables', { key: 'TOKEN', value: 'very-secret-value', secret: true })
  await send('POST', '/v1/dashboards', { header: 'Wall', isPrivate: true })
  const answer = await download(account.key)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="belfry-export.zip"',
  })
  const files = await filesIn(answer.rawPayload)
  expect(files.get('checks.yaml')).toContain('Card payments')
  expect(files.get('dashboards.yaml')).toContain('Wall')
  const everything = [...files.values()].join('\n')
  expect(everything).not.toContain('very-secret')
  expect(everything).not.toContain(account.key)
  expect((await download(await account.keyWithRole('READ_WRITE'))).statusCode).toBe(403)
})

it('what an account uses is counted by what its plan may limit, without that of others', async () => {
  const { account, send } = await service.owner()
  const other = await service.owner()
  for (const name of ['A', 'B']) await service.check(account.accountId, { name, checkType: 'TCP' })
  await service.check(other.account.accountId, { name: 'C', checkType: 'TCP' })
  await send('POST', '/v1/dashboards', { header: 'Wall' })
  const { body } = await send('GET', '/v1/accounts/me/use')
  const { entitlements, storage } = body as { entitlements: { key: string; used: number }[]; storage: object }
  const used = new Map(entitlements.map(({ key, used: count }) => [key, count]))
  expect([used.get('TCP_MONITORS'), used.get('DASHBOARDS'), used.get('SNIPPETS')]).toEqual([2, 1, 0])
  expect(storage).toEqual({ files: 0, bytes: 0 })
})
