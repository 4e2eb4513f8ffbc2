import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { accountOfLinks } from '../session/session.tsx'

const base = new URL(document.baseURI).pathname.replace(/\/$/, '')
let hasLoadedCheckScreen = false

/**
 * A link of a long list to an address of the interface. It does not compare itself with every new address of the page as
 * other links do, so hundreds of them cost little.
 */
export function ListLink({
  to,
  className,
  children,
}: {
  /** With its search parameters. */
  readonly to: string
  readonly className?: string
  readonly children: ReactNode
}) {
  const router = useRouter()
  const address = base + withAccount(to)
  const open = (event: MouseEvent): void => {
    const isOwn = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!isOwn || event.defaultPrevented) return
    event.preventDefault()
    router.history.push(address)
  }
  /** Most of these lead to a check, whose screen is loaded when somebody points at the first of them. */
  const prepare = (): void => {
    if (hasLoadedCheckScreen) return
    hasLoadedCheckScreen = true
    void router.preloadRoute({ to: '/checks/$id', params: { id: 'any' } }).catch(() => null)
  }
  return (
    <a className={className} href={address} onClick={open} onPointerEnter={prepare}>
      {children}
    </a>
  )
}

function withAccount(to: string): string {
  const search = new URLSearchParams(accountOfLinks()).toString()
  return search === '' ? to : `${to}${to.includes('?') ? '&' : '?'}${search}`
}
