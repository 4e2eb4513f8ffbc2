import { X } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { texts } from '../strings/index.ts'
import { Button } from './button.tsx'
import { after } from '../time/page-time.ts'
import styles from './toasts.module.css'

export interface Toast {
  readonly text: string
  readonly undo?: () => void
}

interface Shown extends Toast {
  readonly key: number
}

const shownMs = 8_000
let shown: readonly Shown[] = []
let next = 0
const subscribers = new Set<() => void>()

function change(toasts: readonly Shown[]): void {
  shown = toasts
  for (const notify of subscribers) notify()
}

/** Says what has happened, for eight seconds. */
export const toast = (message: Toast): void => void show(message)

/** The same, with a button that undoes it. Returns what takes it away before. */
export function toastWithUndo(text: string, undo: () => void): () => void {
  const key = show({ text, undo })
  return () => dismiss(key)
}

function show(message: Toast): number {
  next += 1
  change([...shown.slice(-2), { ...message, key: next }])
  return next
}

export const forgetToasts = (): void => change([])

const dismiss = (key: number): void => change(shown.filter((one) => one.key !== key))

function subscribe(notify: () => void): () => void {
  subscribers.add(notify)
  return () => subscribers.delete(notify)
}

export function Toasts() {
  const toasts = useSyncExternalStore(subscribe, () => shown)
  return (
    <div className={styles.toasts} role="status" aria-live="polite">
      {toasts.map((one) => (
        <OneToast key={one.key} toast={one} />
      ))}
    </div>
  )
}

function OneToast({ toast: { key, text, undo } }: { readonly toast: Shown }) {
  useEffect(() => after(shownMs, () => dismiss(key)), [key])
  return (
    <div className={styles.toast}>
      <span className="grow">{text}</span>
      {undo && (
        <Button
          size="small"
          onClick={() => {
            dismiss(key)
            undo()
          }}
        >
          {texts.common.undo}
        </Button>
      )}
      <Button size="small" isIcon aria-label={texts.common.close} onClick={() => dismiss(key)}>
        <X className="ic s" aria-hidden="true" />
      </Button>
    </div>
  )
}
