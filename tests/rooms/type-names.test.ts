import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { alertChannelTypes, channelTypes, checkTypeNames, checkTypes } from '#contract'

const root = join(import.meta.dirname, '../..')

/** Where a type has its descriptor and its halves, and where they are listed. */
const folders = [
  'src/contract/check-types/',
  'src/evaluation/check-types/',
  'src/diagnosis/check-types/',
  'src/management/check-types/',
  // Shared by the types of HTTP calls.
  'src/probes/http/',
  'src/contract/channel-types/',
  // What the checks and channels of other tools are here.
  'src/importing/',
  // What tests of screens use.
  'src/web/testing/',
  ...checkTypeNames().map((type) => `src/probes/${type.toLowerCase().replace('_', '-')}/`),
  ...alertChannelTypes.map((type) => `src/channels/${channelTypes[type].folder}/`),
]

/** Files elsewhere that may name a type, each with its reason. A file that no longer needs its row fails the test. */
const allowed: Readonly<Record<string, string>> = {
  'src/contract/probe-modules.ts': 'the modules of another program are checks of some types',
  'src/contract/resources/subscription.ts': 'EMAIL is a way to subscribe to a status page here, not a channel type',
  'src/api/presenters/run-data.ts': 'the command line tool reads the data of some types by other names',
  'src/contract/resources/test-session.ts': 'API is a provider of test sessions here, not a check type',
  'src/runs/requested/reported-sessions.ts': 'what the reporter of Playwright tells of is a suite',
  'src/runs/requested/report-of-suite.ts': 'what the reporter of Playwright tells of is a suite',
  'src/runs/requested/start-test-jobs.ts': 'API is a provider of test sessions here, not a check type',
  'src/runs/requested/start-test-session.ts': 'API is a provider of test sessions here, not a check type',
  'src/notifying/received/received-facts.ts': 'alerts of other tools are told from outside, as heartbeats are',
  'src/notifying/previews/example-facts.ts': 'the example of an alert has to be about some check',
  'src/importing/sources/url-list.ts': 'its addresses become monitors of URLs',
  'src/cli/try/choose-type.ts': 'decides which of the two types of test files a file needs',
  'src/web/forms/channel-forms.ts': 'generated from the descriptors',
  'src/web/forms/check-forms.ts': 'generated from the descriptors',
  'src/web/forms/check-exports.ts': 'generated from the descriptors',
  'src/web/strings/en/check-types.ts': 'what people call each type, in a language',
  'src/web/strings/de/check-types.ts': 'what people call each type, in a language',
  'src/web/strings/en/welcome.ts': 'DNS is a phase of a request here',
  'src/web/strings/de/welcome.ts': 'DNS is a phase of a request here',
  'src/web/strings/en/alerts.ts': 'what people call each type, in a language',
  'src/web/strings/de/alerts.ts': 'what people call each type, in a language',
  'src/web/strings/en/result.ts': 'DNS is a phase of a request here',
  'src/web/strings/en/setup.ts': 'URL is the name of a field here',
  'src/web/strings/de/result.ts': 'DNS is a phase of a request here',
  'src/web/strings/de/setup.ts': 'URL is the name of a field here',
  'tools/seed/incidents.ts': 'EMAIL is how somebody subscribes to a status page here',
  'src/web/strings/en/test-sessions.ts': 'API is a way to start a session here',
  'src/web/strings/de/test-sessions.ts': 'API is a way to start a session here',
  'src/web/features/status-pages/chart-field.tsx': 'heartbeats alone have no response times to draw',
  'src/web/features/status-pages/api.ts': 'subscribers of pages are people with an email address',
  'src/web/features/welcome/api.ts': 'the first check of an account is of a URL or of a pasted request',
  'src/web/features/welcome/use-notify.ts': 'the first channel of an account is mail or a webhook',
  'src/server/health/dns.ts': 'DNS is a subject of the examination of the machine here',
  'src/channels/deliver-plain-mail.ts': 'mails that are not alerts need the mail server of the channel type',
  'src/evaluation/run-samples.ts': 'tests of HTTP bodies change the sample of one type',
  'src/management/checks/testing/configuration.ts': 'tests of checks need some channel',
  'tools/seed/account.ts': 'the account of the example has channels of its choice',
  'tools/seed/observe.ts': 'what a run of the example shows depends on its type',
  'tools/seed/plan.ts': 'the account of the example has checks of every type',
  'tools/seed/scripts.ts': 'the scripts of the example are those of some types',
  'tools/upgrade-fixture/main.ts': 'a recorded installation has a channel of its choice',
}

/** Without comments, which may say anything. */
const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[^]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '$1')

const resultNames = Object.values(checkTypes).flatMap(({ result }) => result?.name ?? [])
const names = [...checkTypeNames(), ...alertChannelTypes, ...resultNames].join('|')
/** A text that is the name of a type, also within SQL, a key or a property of that name, or a generic argument of it. */
const named = new RegExp(
  String.raw`'(?:${names})'|"(?:${names})"|\`(?:${names})\`|^\s*(?:${names}):|\w\.(?:${names})\b`,
  'gm',
)

const namesIn = (file: string): readonly string[] =>
  [...withoutComments(readFileSync(join(root, file), 'utf8')).matchAll(named)].map(([found]) => found.trim())

const files = globSync('{src,tools}/**/*.{ts,mjs}', { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !file.endsWith('.test.ts') && !folders.some((folder) => file.startsWith(folder)))

it('names a check type or a channel type in its own folders only', () => {
  const found = files.filter((file) => !(file in allowed)).map((file) => [file, namesIn(file)] as const)
  expect(found.filter(([, some]) => some.length > 0)).toEqual([])
})

it('has a reason for every exception, and no exception without a need', () => {
  expect(Object.keys(allowed).filter((file) => namesIn(file).length === 0)).toEqual([])
})

it('finds names in texts, SQL, keys and properties, and not in comments', () => {
  const text = `const a = ['TCP']\nconst b = "select 1 where check_type = 'SSL'"\nconst c = {\n  DNS: 1,\n}\nx.ICMP\n`
  expect([...text.matchAll(named)].map(([found]) => found.trim())).toEqual([`'TCP'`, `'SSL'`, 'DNS:', 'x.ICMP'])
  expect(withoutComments(`/** 'TCP' */\nlet a // 'TCP'\n`).match(named)).toBeNull()
})
