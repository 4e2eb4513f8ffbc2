import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readSettings } from './read-settings.ts'

const settingsOf = (environment: Record<string, string>) => {
  const result = readSettings(environment)
  if ('mistakes' in result) throw new Error(result.mistakes.join('\n'))
  return result.settings
}
const mistakesOf = (environment: Record<string, string>): readonly string[] => {
  const result = readSettings(environment)
  return 'mistakes' in result ? result.mistakes : []
}

it('needs no setting at all', () => {
  expect(settingsOf({})).toMatchObject({
    port: 3000,
    databaseUrl: null,
    dataDir: './data',
    serviceName: 'service',
    allowPrivateTargets: true,
    runScriptsWithoutIsolation: false,
    waitingScripts: 1,
    roles: ['api', 'scheduler', 'notifier', 'runner'],
  })
  expect(settingsOf({}).locations).toHaveLength(22)
})

it('hands values for resource files over by the names of their variables, also from files', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'belfry-settings-')), 'token')
  writeFileSync(file, 'from a file\n')
  const environment = { BELFRY_VALUE_HOST: 'a.example', BELFRY_VALUE_TOKEN_FILE: file, DATABASE_URL: 'postgres://db' }
  expect(settingsOf(environment).resourceValues).toEqual({
    BELFRY_VALUE_HOST: 'a.example',
    BELFRY_VALUE_TOKEN: 'from a file',
  })
})

it('lists every mistake at once', () => {
  const mistakes = mistakesOf({
    PORT: 'eighty',
    DATABASE_URL: 'mysql://db',
    BELFRY_SECRET_KEY: 'short',
    BELFRY_LOG_LEVEL: 'loud',
    BELFRY_LOCATIONS: 'eu-west-1,moon',
    BELFRY_INITIAL_ACCOUNT_ID: '7',
  })
  expect(mistakes).toHaveLength(6)
  expect(mistakes.join('\n')).toContain('PORT must be a whole number from 0 to 65535, not "eighty".')
})

it('reads locations of the operator and names for known ones beside the codes', () => {
  expect(settingsOf({ BELFRY_LOCATIONS: 'eu-west-1, office=Head office Berlin,us-east-1=Rack 4' })).toMatchObject({
    locations: ['eu-west-1', 'office', 'us-east-1'],
    ownLocations: [
      { region: 'office', name: 'Head office Berlin' },
      { region: 'us-east-1', name: 'Rack 4' },
    ],
  })
  expect(settingsOf({ BELFRY_LOCATIONS: 'all,office=Berlin' }).locations).toHaveLength(23)
  const staticIps = 'office=192.0.2.1'
  expect(settingsOf({ BELFRY_LOCATIONS: 'office=Berlin', BELFRY_STATIC_IPS: staticIps }).staticIps).toMatchObject({
    office: { ipv4: ['192.0.2.1'] },
  })
  expect(mistakesOf({ BELFRY_STATIC_IPS: staticIps }).join()).toContain('BELFRY_LOCATIONS can add it')
})

it.each([
  'office',
  'Office=Berlin',
  'private:x=Berlin',
  'a b=Berlin',
  'office=',
  'office=a,office=b',
  '=Berlin',
  'all=Berlin',
])('rejects BELFRY_LOCATIONS=%s with what to change', (text) => {
  expect(mistakesOf({ BELFRY_LOCATIONS: text })).toMatchObject([expect.stringContaining('BELFRY_LOCATIONS')])
})

it('reads which accounts may use which repositories', () => {
  const id = '5a0f5c1e-3c53-4d35-9c0b-7f9d5c0b1a11'
  const { githubRepositories } = settingsOf({ BELFRY_GITHUB_REPOSITORIES: `${id}=Acme/*, acme.io/shop ;*=open/site` })
  expect(githubRepositories).toEqual(
    new Map([
      [id, ['acme/*', 'acme.io/shop']],
      ['*', ['open/site']],
    ]),
  )
  expect(settingsOf({}).githubRepositories).toBeNull()
  for (const wrong of [id, `${id}=`, `${id}=acme`, `${id}=acme/a/b`, 'acme/shop', `me=acme/*`, `${id}=a/b=c`])
    expect(mistakesOf({ BELFRY_GITHUB_REPOSITORIES: wrong })).toHaveLength(1)
})

it('suggests the nearest name for an unknown BELFRY_ name', () => {
  expect(mistakesOf({ BELFRY_SECRETKEY: 'x' })).toEqual([
    'BELFRY_SECRETKEY is not a setting. Did you mean BELFRY_SECRET_KEY?',
  ])
})

it('accepts the names that commands of the API read, so that both work in one shell', () => {
  const names = ['BELFRY_URL', 'BELFRY_API_KEY', 'BELFRY_ACCOUNT_ID']
  expect(mistakesOf(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([])
})

it('never repeats a secret in a mistake', () => {
  const mistakes = mistakesOf({
    BELFRY_SECRET_KEY: 'hunter2',
    BELFRY_SMTP_URL: 'user:hunter2@mail',
    DATABASE_URL: 'hunter2',
  })
  expect(mistakes).toHaveLength(3)
  expect(mistakes.join()).not.toContain('hunter2')
})

it.each(['smtp://[bad', 'smtp://us er@', 'smtp://'])('refuses the mail server %s before anything starts', (url) => {
  expect(mistakesOf({ BELFRY_SMTP_URL: url })).toEqual([expect.stringContaining('BELFRY_SMTP_URL is not a URL')])
})

it('reads any setting from the file its _FILE name points to', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'settings-')), 'key')
  writeFileSync(file, 'a-long-enough-secret-key\n')
  expect(settingsOf({ BELFRY_SECRET_KEY_FILE: file }).secretKey).toBe('a-long-enough-secret-key')
  expect(mistakesOf({ BELFRY_SECRET_KEY_FILE: file, BELFRY_SECRET_KEY: 'another-secret-key!!' })[0]).toContain(
    'set twice',
  )
  expect(mistakesOf({ PORT_FILE: '/no/such/file' })[0]).toContain('cannot be read')
})

it('takes an empty value as not given', () => {
  expect(settingsOf({ PORT: '', BELFRY_SECRET_KEY: '' })).toMatchObject({ port: 3000, secretKey: null })
})

it('takes a telephone provider whole or not at all, and repeats none of its secrets', () => {
  const twilio = {
    BELFRY_TWILIO_ACCOUNT_SID: 'AC0123',
    BELFRY_TWILIO_AUTH_TOKEN: 'token-of-the-account',
    BELFRY_TWILIO_FROM: '+15550001111',
  }
  expect(settingsOf(twilio)).toMatchObject({ twilioFrom: '+15550001111', twilioUrl: 'https://api.twilio.com' })
  const { BELFRY_TWILIO_FROM: _from, ...half } = twilio
  expect(mistakesOf(half)).toEqual([expect.stringMatching(/^BELFRY_TWILIO_FROM is missing: /)])
  const wrong = mistakesOf({ BELFRY_SLACK_BOT_TOKEN: 'hunter2 hunter2', BELFRY_TWILIO_AUTH_TOKEN: 'hunter2 hunter2' })
  expect(wrong).toHaveLength(2)
  expect(wrong.join()).not.toContain('hunter2')
})

it('needs the name of a model with the address of one, and never repeats its key', () => {
  const endpoint = { BELFRY_LLM_URL: 'http://localhost:11434/v1/', BELFRY_LLM_API_KEY: 'key-of-the-model' }
  expect(mistakesOf(endpoint)).toEqual([expect.stringMatching(/^BELFRY_LLM_MODEL is missing: /)])
  expect(settingsOf({ ...endpoint, BELFRY_LLM_MODEL: 'small' })).toMatchObject({
    llmUrl: 'http://localhost:11434/v1',
    llmModel: 'small',
    automaticAnalysis: true,
  })
  expect(settingsOf({ BELFRY_AUTOMATIC_ANALYSIS: 'false' })).toMatchObject({ llmUrl: null, automaticAnalysis: false })
  expect(mistakesOf({ BELFRY_LLM_API_KEY: 'hunter2 hunter2' }).join()).not.toContain('hunter2')
})

it('reads the name of the plan and its entitlements, and rejects unknown entitlements', () => {
  expect(settingsOf({})).toMatchObject({ plan: { plan: 'self-hosted' }, entitlements: {} })
  const given = {
    BELFRY_PLAN: 'Team Large',
    BELFRY_ENTITLEMENTS: 'PRIVATE_LOCATIONS=3; SUB_MINUTE_FREQUENCY=off;SNIPPETS=on;',
  }
  expect(settingsOf(given)).toMatchObject({
    plan: { plan: 'team-large', planDisplayName: 'Team Large' },
    entitlements: { PRIVATE_LOCATIONS: 3, SUB_MINUTE_FREQUENCY: false },
  })
  for (const text of [
    'MOON=1',
    'BADGES=3',
    'SNIPPETS',
    'SNIPPETS=-1',
    'toString=1',
    'LOCATIONS_PER_CHECK=0',
    'LOCATIONS_PER_CHECK=off',
  ])
    expect(mistakesOf({ BELFRY_ENTITLEMENTS: text })).toEqual([expect.stringMatching(/^BELFRY_ENTITLEMENTS /)])
})

it('takes an identity provider with its client, and roles by group', () => {
  const provider = { BELFRY_OIDC_ISSUER: 'https://login.example.com/realms/main/', BELFRY_OIDC_CLIENT_ID: 'belfry' }
  expect(settingsOf({}).oidc).toBeNull()
  expect(settingsOf(provider).oidc).toEqual({
    issuer: 'https://login.example.com/realms/main/',
    clientId: 'belfry',
    clientSecret: null,
    name: 'single sign-on',
    scopes: 'openid profile email',
    groupClaim: 'groups',
    rolesOfGroups: null,
    accountId: null,
    trustsEmails: false,
  })
  const roles = 'cn=ops,dc=example=ADMIN; on call=read-write ;*=READ_ONLY'
  expect(settingsOf({ ...provider, BELFRY_OIDC_ROLES: roles }).oidc?.rolesOfGroups).toEqual(
    new Map([
      ['cn=ops,dc=example', 'ADMIN'],
      ['on call', 'READ_WRITE'],
      ['*', 'READ_ONLY'],
    ]),
  )
})

it('says what is wrong with an identity provider, and never repeats its secret', () => {
  const provider = { BELFRY_OIDC_ISSUER: 'https://login.example.com', BELFRY_OIDC_CLIENT_ID: 'belfry' }
  const wrong = (more: Record<string, string>) => mistakesOf({ ...provider, ...more })
  expect(wrong({ BELFRY_OIDC_ISSUER: 'http://login.example.com' })).toEqual([
    'BELFRY_OIDC_ISSUER must begin with https://.',
  ])
  expect(wrong({ BELFRY_OIDC_ISSUER: 'http://localhost:8080' })).toEqual([])
  expect(wrong({ BELFRY_OIDC_CLIENT_ID: '' })).toEqual([expect.stringMatching(/^BELFRY_OIDC_CLIENT_ID is missing: /)])
  expect(mistakesOf({ BELFRY_OIDC_ROLES: '*=ADMIN' })).toHaveLength(2)
  for (const roles of ['ops', 'ops=KING', '=ADMIN'])
    expect(wrong({ BELFRY_OIDC_ROLES: roles })).toEqual([expect.stringContaining('write group=ROLE')])
  expect(wrong({ BELFRY_OIDC_SCOPES: 'profile email' })).toHaveLength(1)
  expect(wrong({ BELFRY_OIDC_CLIENT_SECRET: 'hunter2 hunter2' }).join()).not.toContain('hunter2')
})

it('files of runs open under a host name of their own, because cookies ignore ports and paths', () => {
  const site = { BELFRY_PUBLIC_URL: 'https://belfry.example.com' }
  expect(settingsOf({ ...site, BELFRY_ARTIFACTS_URL: 'https://files.example.com/' }).artifactsUrl).toBe(
    'https://files.example.com',
  )
  for (const same of ['https://belfry.example.com:8443', 'https://BELFRY.example.com/files'])
    expect(mistakesOf({ ...site, BELFRY_ARTIFACTS_URL: same })).toEqual([
      expect.stringMatching(/^BELFRY_ARTIFACTS_URL must have another host name/),
    ])
  expect(mistakesOf({ BELFRY_ARTIFACTS_URL: 'http://localhost:3001' })).toHaveLength(1)
  expect(mistakesOf({ BELFRY_ARTIFACTS_URL: 'http://127.0.0.1:3000' })).toEqual([])
})

it('keeps copies of status pages only at places that are whole', () => {
  expect(mistakesOf({ BELFRY_SNAPSHOTS_S3_BUCKET: 'status' }).join()).toContain('BELFRY_SNAPSHOTS_S3_ENDPOINT')
  for (const remote of ['https://me:token@git.example/status.git', 'git@git.example:status.git', '/srv/status.git'])
    expect(settingsOf({ BELFRY_SNAPSHOTS_GIT_REMOTE: remote }).snapshotsGitRemote).toBe(remote)
  for (const remote of ['--upload-pack=x', 'ext::sh -c id', 'status.git'])
    expect(mistakesOf({ BELFRY_SNAPSHOTS_GIT_REMOTE: remote })).toHaveLength(1)
  for (const branch of ['a..b', '-x', 'a b'])
    expect(mistakesOf({ BELFRY_SNAPSHOTS_GIT_BRANCH: branch })).toHaveLength(1)
})

it('the host of pings is another than that of the interface', () => {
  const site = { BELFRY_PUBLIC_URL: 'https://belfry.example.com' }
  expect(settingsOf({ ...site, BELFRY_PING_HOSTS: 'hc.example.com' }).pingHosts).toEqual(['hc.example.com'])
  expect(mistakesOf({ ...site, BELFRY_PING_HOSTS: 'hc.example.com, Belfry.example.com' })).toEqual([
    expect.stringMatching(/^BELFRY_PING_HOSTS must not name the host of BELFRY_PUBLIC_URL/),
  ])
})
