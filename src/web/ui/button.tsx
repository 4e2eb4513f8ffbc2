import { Slot } from 'radix-ui'
import type { ButtonHTMLAttributes } from 'react'

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

export function Button({
  kind = 'plain',
  size = 'normal',
  asChild = false,
  isBusy = false,
  isIcon = false,
  className = '',
  disabled,
  ...rest
}: Look & ButtonHTMLAttributes<HTMLButtonElement>) {
  const look = `btn${kinds[kind]}${sizes[size]}${isIcon ? ' icon' : ''}${isBusy ? ' busy' : ''} ${className}`.trimEnd()
  if (asChild) return <Slot.Root className={look} {...rest} />
  return (
    <button type="button" className={look} disabled={disabled || isBusy} aria-busy={isBusy || undefined} {...rest} />
  )
}
