import { Slot } from 'radix-ui'
import type { ButtonHTMLAttributes, SyntheticEvent } from 'react'

interface Look {
  readonly kind?: 'primary' | 'ghost' | 'danger' | 'plain'
  readonly size?: 'small' | 'large' | 'normal'
  /** Takes the look to its only child, for example a link. */
  readonly asChild?: boolean
  /** Under way: it cannot be pressed again, and keeps its width. */
  readonly isBusy?: boolean
  /** A square button; it needs `aria-label`. */
  readonly isIcon?: boolean
}

const kinds = { primary: ' pri', ghost: ' ghost', danger: ' danger', plain: '' } as const
const sizes = { small: ' sm', large: ' lg', normal: '' } as const

const prevent = (event: SyntheticEvent): void => event.preventDefault()

export function Button({
  kind = 'plain',
  size = 'normal',
  asChild = false,
  isBusy = false,
  isIcon = false,
  className = '',
  disabled,
  onClick,
  ...rest
}: Look & ButtonHTMLAttributes<HTMLButtonElement>) {
  const look = `btn${kinds[kind]}${sizes[size]}${isIcon ? ' icon' : ''}${isBusy ? ' busy' : ''} ${className}`.trimEnd()
  if (asChild) return <Slot.Root className={look} onClick={onClick} {...rest} />
  // A disabled button would lose the focus.
  const busy = isBusy && { 'aria-busy': true, 'aria-disabled': true }
  const press = isBusy ? prevent : onClick
  return <button type="button" className={look} disabled={disabled} {...busy} onClick={press} {...rest} />
}
