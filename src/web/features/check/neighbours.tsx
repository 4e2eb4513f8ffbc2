import { Link, useNavigate } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useScreenKeys } from '../../shell/use-screen-keys.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { besideInShown } from '../../check-list/shown-list.ts'
import type { Summary } from './api.ts'
import styles from './neighbours.module.css'

const words = lateTexts.check

/** The checks before and after this one: in the list that was looked at last, else by name. */
export function Neighbours({ id, summary }: { readonly id: string; readonly summary: Summary | undefined }) {
  const navigate = useNavigate()
  const { previous, next } = besideInShown(id) ?? {
    previous: summary?.previousId ?? null,
    next: summary?.nextId ?? null,
  }
  const open = (other: string | null): (() => void) | undefined =>
    other === null ? undefined : () => void navigate({ to: '/checks/$id', params: { id: other } })
  useScreenKeys({ j: open(next), k: open(previous) })
  return (
    <>
      <Neighbour id={previous} label={words.previous} icon={<ChevronLeft className="ic" aria-hidden="true" />} />
      <Neighbour id={next} label={words.next} icon={<ChevronRight className="ic" aria-hidden="true" />} />
    </>
  )
}

const Neighbour = ({
  id,
  label,
  icon,
}: {
  readonly id: string | null
  readonly label: string
  readonly icon: React.ReactNode
}) =>
  id === null ? null : (
    <Button kind="ghost" isIcon asChild className={styles.neighbour} aria-label={label} title={label}>
      <Link to="/checks/$id" params={{ id }}>
        {icon}
      </Link>
    </Button>
  )
