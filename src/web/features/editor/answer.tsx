import { Fragment } from 'react'
import { Tabs } from 'radix-ui'
import { labelOf } from '../../strings/label-of.ts'
import { lateTexts } from '../../strings/late.ts'
import { CodeView } from '../../ui/code/code-view.tsx'
import { languageOf } from '../../ui/code/languages.ts'
import { formatMs } from '../../ui/format.ts'
import { readable } from '../../results/read-detail.ts'
import { answerLines, headerAssertions, isAsserted } from './answer-values.ts'
import { timeAssertion } from './suggest-assertions.ts'
import type { Assertion } from './suggest-assertions.ts'
import { KeyValues } from '../../ui/key-values.tsx'
import styles from './answer.module.css'
import { TabCount, TabList } from '../../ui/tabs.tsx'
import code from '../../ui/code/code.module.css'

const words = lateTexts.editor
const { sources } = lateTexts.assertion
const longestShown = 200_000

interface AnswerProps {
  readonly response: { readonly status?: unknown; readonly headers?: unknown; readonly body?: unknown }
  readonly responseTime: number
  /** The assertion sources of this type. */
  readonly sources: readonly string[]
  /** The assertions of the form. */
  readonly assertions: readonly unknown[]
  readonly onToggle: (assertion: Assertion) => void
}

/** A response whose values become assertions when they are clicked. */
export function Answer({ response, responseTime, ...asserting }: AnswerProps) {
  const { status, headers, body } = response
  const text = typeof body === 'string' ? body : ''
  const lines = answerLines(text)
  const statusAssertion = { source: 'STATUS_CODE', property: '', comparison: 'EQUALS', target: String(status) }
  const listed = headerAssertions(headers)
  return (
    <section className="pane" aria-label={words.answer}>
      <div className="pane-h">
        <h2>{words.answer}</h2>
        <span className="mono">
          <Value {...asserting} assertion={statusAssertion} text={String(status)} />
        </span>
        <span className="mono">
          <Value {...asserting} assertion={timeAssertion(responseTime)} text={formatMs(responseTime)} />
        </span>
      </div>
      <Tabs.Root defaultValue="body">
        <TabList aria-label={words.answer}>
          <Tabs.Trigger value="body">{lateTexts.result.body}</Tabs.Trigger>
          <Tabs.Trigger value="headers">
            {lateTexts.result.headers}
            <TabCount>{listed.length}</TabCount>
          </Tabs.Trigger>
        </TabList>
        <Tabs.Content value="body" className="padx pb">
          {text === '' && <p className="mute mt8">{lateTexts.result.noBody}</p>}
          {text !== '' && lines === null && (
            <CodeView
              label={lateTexts.result.body}
              text={readable(text).slice(0, longestShown)}
              language={languageOf(text)}
            />
          )}
          {lines !== null && (
            <div
              className={`${code.code} mt8 ${styles.answer}`}
              role="region"
              aria-label={lateTexts.result.body}
              tabIndex={0}
            >
              {lines.map(({ indent, before, value, after, assertion }, index) => (
                <span key={index} style={{ paddingLeft: `${indent * 2}ch` }}>
                  {before}
                  {assertion === null ? value : <Value {...asserting} assertion={assertion} text={value} />}
                  {after}
                </span>
              ))}
            </div>
          )}
        </Tabs.Content>
        <Tabs.Content value="headers" className="padx pb">
          <KeyValues className="mono small mt8">
            {listed.map((assertion) => (
              <Fragment key={assertion.property}>
                <dt className="anywhere">{assertion.property}</dt>
                <dd className="anywhere">
                  <Value {...asserting} assertion={assertion} text={assertion.target} />
                </dd>
              </Fragment>
            ))}
          </KeyValues>
        </Tabs.Content>
      </Tabs.Root>
      {asserting.sources.length > 0 && <p className="small mute padx pb">{words.clickToAssert}</p>}
    </section>
  )
}

type ValueProps = Pick<AnswerProps, 'sources' | 'assertions' | 'onToggle'> & {
  readonly assertion: Assertion
  readonly text: string
}

/** A value that is asserted when it is clicked, and not any more when it is clicked again. */
function Value({ sources: taken, assertions, onToggle, assertion, text }: ValueProps) {
  if (!taken.includes(assertion.source)) return text
  const name = [labelOf(sources, assertion.source), assertion.property].filter(Boolean).join(' ')
  return (
    <button
      type="button"
      className={styles.assertable}
      aria-pressed={isAsserted(assertions, assertion)}
      title={words.assertValue(name)}
      aria-label={`${words.assertValue(name)}: ${text}`}
      onClick={() => onToggle(assertion)}
    >
      {text}
    </button>
  )
}
