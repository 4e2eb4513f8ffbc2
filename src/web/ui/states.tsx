import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { FaultCode } from '#contract'
import { ApiError } from '../api/api-error.ts'
import { OtherAccount } from '../session/other-account.tsx'
import { faultText } from '../strings/fault-text.ts'
import { texts } from '../strings/index.ts'
import { Button } from './button.tsx'
import { Note } from './note.tsx'
import styles from './states.module.css'

/** The remedy of an error, in a sentence. */
export function messageOf(error: unknown): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error)
  if (error.status === 0) return texts.common.unreachable
  if (isOneOf(error, 403, 'ROLE_TOO_LOW')) return texts.common.forbidden
  if (isOneOf(error, 429, 'RATE_LIMITED')) return texts.common.tooMany(error.retryAfter)
  return faultText(error.code, error.message)
}

/** A fault of the service, or a reply with its status that a proxy in front of it made. */
const isOneOf = ({ status, code }: ApiError, ofProxy: number, ofService: FaultCode): boolean =>
  code === null ? status === ofProxy : code === ofService

export function ErrorState({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  const isMissing = error instanceof ApiError && error.status === 404
  return (
    <div className={styles.empty} role="alert">
      <h2>{isMissing ? texts.common.notFoundTitle : texts.common.failedTitle}</h2>
      <p>{isMissing ? texts.common.notFoundText : messageOf(error)}</p>
      {isMissing && <OtherAccount />}
      {onRetry && !isMissing && (
        <Button className="mt16" onClick={onRetry}>
          {texts.common.retry}
        </Button>
      )}
    </div>
  )
}

/** Says beside a form or a list what did not work. */
export const ErrorNote = ({ error }: { readonly error: unknown }) =>
  error === null || error === undefined ? null : (
    <Note kind="failing" role="alert">
      <CircleAlert className="ic s" aria-hidden="true" />
      <div className="grow">{messageOf(error)}</div>
    </Note>
  )

export const Loading = ({ rows = 6 }: { readonly rows?: number }) => (
  <div className={styles.rows} role="status" aria-label={texts.common.loading}>
    {Array.from({ length: rows }, (_row, index) => (
      <span key={index} className={styles.skeleton} style={{ width: `${80 - ((index * 13) % 40)}%` }} />
    ))}
  </div>
)

export const Empty = ({
  title,
  children,
  action,
}: {
  readonly title: string
  readonly children?: ReactNode
  readonly action?: ReactNode
}) => (
  <div className={styles.empty}>
    <h2>{title}</h2>
    {children && <p>{children}</p>}
    {action && <div className="mt16">{action}</div>}
  </div>
)

/** A read that is loading, failed, or there. */
export function Loaded<T>({
  query,
  children,
  rows,
}: {
  readonly query: {
    readonly data: T | undefined
    readonly error: unknown
    readonly refetch: () => unknown
  }
  readonly children: (data: T) => ReactNode
  readonly rows?: number
}) {
  if (query.data !== undefined) return children(query.data)
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  return <Loading {...(rows === undefined ? {} : { rows })} />
}
