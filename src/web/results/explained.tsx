import type { ErrorKind } from '#contract'
import type { Answer } from '../api/operations.ts'
import { lateTexts } from '../strings/late.ts'
import { reasonText } from '../strings/reason-text.ts'
import { Button } from '../ui/button.tsx'
import { CodeView } from '../ui/code/code-view.tsx'
import { ErrorNote } from '../ui/states.tsx'
import { Ago } from '../ui/time.tsx'
import { TextWithTimes } from './text-with-times.tsx'
import { useAnalysisRequest } from './use-analysis-request.ts'

const words = lateTexts.result.analysis
type Listed = NonNullable<Answer<'getErrorGroup'>['rootCauseAnalyses']>[number]

interface AnalyseButtonProps {
  readonly errorGroupId: string
  readonly kind: ErrorKind
  readonly label: string
}

/** Asks for an analysis and waits for its end. */
export function AnalyseButton({ errorGroupId, kind, label }: AnalyseButtonProps) {
  const { isRunning, error, start } = useAnalysisRequest(errorGroupId, kind)
  return (
    <div>
      <ErrorNote error={error} />
      <Button size="small" isBusy={isRunning} onClick={start}>
        {label}
      </Button>
      <p className="sr" role="status">
        {isRunning ? words.running : ''}
      </p>
    </div>
  )
}

/** Why runs failed, as the service or a model explains it. */
export function Explained({ listed: { analysis, model, provider, created_at: at } }: { readonly listed: Listed }) {
  const links = (analysis.referenceLinks ?? []).filter(({ url }) => /^https?:\/\//.test(url))
  return (
    <div className="stack">
      <p>
        <b>
          <TextWithTimes text={reasonText(analysis.rootCause)} />
        </b>
      </p>
      <p className="dim">
        <TextWithTimes text={reasonText(analysis.userImpact)} />
      </p>
      {analysis.evidence && analysis.evidence.length > 0 && (
        <>
          <h3>{words.evidence}</h3>
          <ol className="stack small dim">
            {analysis.evidence.map(({ description }, index) => (
              <li key={index}>
                <TextWithTimes text={reasonText(description)} />
              </li>
            ))}
          </ol>
        </>
      )}
      {analysis.codeFix && (
        <CodeView label={words.codeFix} text={reasonText(analysis.codeFix)} language="text" isWrapped />
      )}
      {links.map(({ url, title }) => (
        <a key={url} className="link" href={url} rel="noreferrer" target="_blank">
          {title}
        </a>
      ))}
      <p className="mute small">
        {provider === 'belfry' ? words.byRules : words.byModel(model)}, <Ago at={at} />
      </p>
    </div>
  )
}
