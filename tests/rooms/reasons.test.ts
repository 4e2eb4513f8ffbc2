import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** The rooms that say why a run or a delivery fails. */
const speaking =
  'src/{channels,diagnosis,egress,error-groups,evaluation,model,observation,probes,runner,runner-host,runs,scripting,templating}/**/*.ts'

/** Files whose sentences are for somebody else than a reader of the interface, each with its reader. */
const others: readonly (readonly [path: RegExp, reader: string])[] = [
  [/\.test\.ts$|\.work\.ts$|run-samples\.ts$/, 'tests'],
  [/^src\/scripting\/.*child\//, 'inside the wall, where no room can be imported'],
  [/^src\/scripting\/(agentic\/script-of|playwright\/compile-ahead|run-directory|door-proxy)\.ts/, 'programs'],
  [
    /^src\/scripting\/(runtimes\/installer\/|create-sandbox|suites\/(stage-times|suite-engine|cached-dependencies))/,
    'operators, logs',
  ],
  [/^src\/model\/(agentic\/|analysis-messages|ask-model|read-analysis)/, 'the language model'],
  [/^src\/evaluation\/(find-assertion-problems|response-schema\/find-schema-problem)/, 'requests that are rejected'],
  [/^src\/probes\/(network-evidence\/|http\/(content-coding|own-framing)|icmp\/ping-answer|dns\/)/, 'logs of runs'],
  [/^src\/probes\/(test-file\/golden-files|playwright\/suite-log|agentic\/)/, 'logs of runs, suggestions to authors'],
  [/^src\/runner\/(clean-files|store-files|execute-task|progress-sender|scrub\/)/, 'logs of runs'],
  [/^src\/channels\/(alert-text|alert-style|email\/|mail-frame|plain-mail|group-summary)/, 'receivers of messages'],
  [/^src\/runs\/(locations\/(location|blind)-mails|agents\/report-problem)/, 'receivers of mails, agents'],
  [/^src\/runner-host\/(setting-(parsers|reader)|anchors\/(anchor|create-sight))/, 'operators'],
  [/^src\/egress\/http2-exchange\.ts/, 'an error that is only thrown'],
]

/** Literals that read as a sentence: a capital or a value, three words, a full stop. Lines of logs are left out. */
function sentencesIn(source: string): string[] {
  return source
    .split('\n')
    .filter((line) => !/^\s*(\/\/|\/?\*)|\b(note|log\.\w+|invariant)\(|#note\(|new Fault\(/.test(line))
    .flatMap((line) => [/'([^'\n]*)'/g, /"([^"\n]*)"/g, /`([^`\n]*)`/g].flatMap((quoted) => [...line.matchAll(quoted)]))
    .map(([, text = '']) => text)
    .filter((text) => /^(?:[A-Z]|\$\{)\S* .*\S (?:\S+)\.$/.test(text.replaceAll(/\$\{[^}]*\}/g, '${x}')))
    .filter((text) => !/^\$\{writeReason\(|\$\{writeReason\(.*\.$/.test(text))
}

it('every sentence about a failure is in the table of reasons', () => {
  const files = globSync(speaking, { cwd: root }).filter((file) => !others.some(([path]) => path.test(file)))
  const found = files.flatMap((file) =>
    sentencesIn(readFileSync(join(root, file), 'utf8')).map((text) => `${file}: ${text}`),
  )
  expect(files.length).toBeGreaterThan(300)
  expect(found).toEqual([])
})

it('a sentence that is written where it is used is found, and a line of a log is not', () => {
  const planted = [
    "return failure('dns', 'ESLEEP', 'The name server is asleep today.')",
    'return failure(kind, code, `${host} has "no" record today.`)',
    "watch.note('WARN', 'The name server is asleep today.')",
    "// 'The name server is asleep today.'",
  ]
  expect(sentencesIn(planted.join('\n'))).toEqual([
    'The name server is asleep today.',
    '${host} has "no" record today.',
  ])
})
