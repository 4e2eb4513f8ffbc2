import { formatMs } from '../../ui/format.ts'
import { CodeView } from '../../ui/code/code-view.tsx'
import { Pane } from '../../ui/pane.tsx'
import { listIn, numberIn, objectIn, textIn } from '../read-detail.ts'
import type { Detail } from '../read-detail.ts'
import type { DetailsView } from './details-view.ts'
import { DetailsTable, Outcome } from './parts.tsx'
import { ErrorNotes } from '../error-notes.tsx'
import { words } from './labels.ts'
import { Tag } from '../../ui/tag.tsx'
import styles from './followed-prompt.module.css'
import { reasonText } from '../../strings/reason-text.ts'

function FollowedPrompt({ detail }: { readonly detail: Detail }) {
  const prompt = textIn(detail['prompt'])
  const errors = listIn(detail['errors'])
    .flatMap((error) => textIn(objectIn(error)['message']) ?? [])
    .map(reasonText)
  return (
    <>
      <Conditions conditions={listIn(detail['assertions']).map(objectIn)} />
      <Pane title={words.summary}>
        <p className="padx pb">{reasonText(textIn(detail['summary']) ?? '') || '–'}</p>
        <ErrorNotes errors={errors} />
        {prompt && (
          <div className="pad">
            <CodeView label={words.prompt} text={prompt} language="text" isWrapped />
          </div>
        )}
      </Pane>
      <Suggestions suggestions={listIn(detail['suggestions']).map(objectIn)} />
      <Steps steps={listIn(detail['steps']).map(objectIn)} />
    </>
  )
}

function Conditions({ conditions }: { readonly conditions: readonly Detail[] }) {
  if (conditions.length === 0) return null
  return (
    <Pane title={words.conditions}>
      <DetailsTable
        label={words.conditions}
        columns={[
          { name: words.outcome },
          { name: words.condition },
          { name: words.expected, isMono: true },
          { name: words.actual, isMono: true },
        ]}
        rows={conditions
          .toSorted((a, b) => Number(a['passed'] === true) - Number(b['passed'] === true))
          .map((one) => [
            <Outcome key="outcome" is={one['passed'] === true} />,
            textIn(one['condition']),
            textIn(one['expected']),
            textIn(one['actual'])?.slice(0, 500),
          ])}
      />
    </Pane>
  )
}

function Suggestions({ suggestions }: { readonly suggestions: readonly Detail[] }) {
  if (suggestions.length === 0) return null
  return (
    <Pane title={words.suggestions}>
      {suggestions.map((suggestion, index) => {
        const secrets = listIn(suggestion['secrets']).flatMap((name) => textIn(name) ?? [])
        const replacement = textIn(suggestion['promptReplacement'])
        const category = textIn(suggestion['category']) ?? ''
        return (
          <div key={index} className="pad stack">
            <p>
              <b>{words.categories[category] ?? category}</b>: {textIn(suggestion['summary'])}
            </p>
            {secrets.length > 0 && <p className="dim">{words.secretsNeeded(secrets.join(', '))}</p>}
            {replacement && <CodeView label={words.replacement} text={replacement} language="text" isWrapped />}
          </div>
        )
      })}
    </Pane>
  )
}

function Steps({ steps }: { readonly steps: readonly Detail[] }) {
  if (steps.length === 0) return null
  const start = timeOf(steps[0])
  return (
    <Pane title={words.actions}>
      <ol className={`pad stack ${styles.steps}`}>
        {steps.map((step, index) => (
          <Step key={index} step={step} number={index + 1} after={Math.max(0, timeOf(step) - start)} />
        ))}
      </ol>
    </Pane>
  )
}

const timeOf = (step: Detail | undefined): number => Date.parse(textIn(step?.['timestamp']) ?? '') || 0

function Step({ step, number, after }: { readonly step: Detail; readonly number: number; readonly after: number }) {
  const type = textIn(step['type']) ?? ''
  const output = textIn(step['output'])
  const name = textIn(step['name']) || words.kinds[type] || type
  // Actions of a stored script say what they do, and how long it took.
  const { title, duration, ...input } = objectIn(step['input'])
  const took = numberIn(duration)
  return (
    <li>
      <div className="row wrap">
        <span className="mute num">{number}</span>
        <b className="anywhere">{textIn(title) ?? name}</b>
        <span className="mono small grow anywhere">{inputOf(input)}</span>
        <Tag>{textIn(title) === null ? (words.kinds[type] ?? type) : name}</Tag>
        {took !== null && <span className="num dim">{formatMs(took)}</span>}
        <span className="num mute" title={words.after}>
          +{formatMs(after)}
        </span>
      </div>
      {output && <pre className="multiline mono small mt4">{output}</pre>}
    </li>
  )
}

/** "url: https://shop.example, target: button Pay". */
const inputOf = (input: Detail): string =>
  Object.entries(input)
    .map(
      ([name, value]) =>
        `${name}: ${textIn(value) ?? Object.values(objectIn(value)).map(textIn).filter(Boolean).join(' ')}`,
    )
    .join(', ')

/** How a prompt was followed: its conditions, what was done, and what its author may change. */
export const followedPrompt: DetailsView = {
  fits: (detail) => typeof detail['prompt'] === 'string' && Array.isArray(detail['steps']),
  fields: ['prompt', 'summary', 'assertions', 'errors', 'suggestions', 'steps', 'artifactManifest'],
  View: FollowedPrompt,
}
