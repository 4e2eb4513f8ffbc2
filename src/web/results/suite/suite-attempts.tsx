import { Download } from 'lucide-react'
import { formatMs } from '../../ui/format.ts'
import { Media } from '../files.tsx'
import { ErrorNotes } from '../error-notes.tsx'
import { words } from '../result-details/labels.ts'
import { OpenFile } from '../open-file.tsx'
import { Actions } from '../script/event-rows.tsx'
import { ownUrl } from '../script/own-url.ts'
import type { Asset } from '../api.ts'
import { filesOf } from './suite-tests.ts'
import type { SuiteAttempt } from './suite-tests.ts'
import styles from './suite-attempts.module.css'

interface AttemptsProps {
  readonly attempts: readonly SuiteAttempt[]
  /** All files of the run. */
  readonly assets: readonly Asset[]
}

/** Each time a test ran: how it ended, its errors, its steps, and what it left behind. */
export const SuiteAttempts = ({ attempts, assets }: AttemptsProps) => (
  <div className={styles.attempts}>
    {attempts.map((attempt, index) => (
      <section key={index} aria-label={words.attempt(index + 1)}>
        <p className="padx small mute">
          {attempts.length > 1 && `${words.attempt(index + 1)}: `}
          {words.statuses[attempt.status] ?? attempt.status}, {formatMs(attempt.duration)}
        </p>
        <ErrorNotes errors={attempt.errors} />
        {attempt.steps.length > 0 && (
          <div className="pad">
            <Actions steps={attempt.steps} />
          </div>
        )}
        <AttemptFiles files={filesOf(attempt, assets)} />
      </section>
    ))}
  </div>
)

function AttemptFiles({ files }: { readonly files: readonly Asset[] }) {
  if (files.length === 0) return null
  return (
    <>
      <Media assets={files} />
      <ul className="pad row wrap gap12" aria-label={words.files}>
        {files.map((asset) => (
          <li key={asset.url} className="row gap4">
            <Download className="ic s" aria-hidden="true" />
            <a className="link" href={ownUrl(asset.url)} download={asset.name.split('/').at(-1)} rel="noreferrer">
              {asset.name.split('/').at(-1)}
            </a>
            <OpenFile asset={asset} />
          </li>
        ))}
      </ul>
    </>
  )
}
