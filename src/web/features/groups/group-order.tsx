import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useMay } from '../../session/session.tsx'
import { lateTexts } from '../../strings/late.ts'
import { Loaded, messageOf } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import type { State } from '../../ui/status.tsx'
import { toast } from '../../ui/toasts.tsx'
import { dropTarget, moved, MoveHandle } from '../../ui/form/move-handle.tsx'
import { useOrder, useSaveOrder } from './api.ts'
import type { Order } from './api.ts'
import { ScrollList } from '../../ui/scroll-list.tsx'
import styles from './group-order.module.css'

const words = lateTexts.setup.groups

interface GroupOrderProps {
  readonly id: number
  readonly states: ReadonlyMap<string, State>
}

/** The checks of a group in the order in which they run, which can be changed by dragging and with the arrow keys. */
export function GroupOrder({ id, states }: GroupOrderProps) {
  return (
    <Loaded query={useOrder(id)} rows={3}>
      {(data) => <Rows id={id} order={data} states={states} />}
    </Loaded>
  )
}

function Rows({ id, order, states }: GroupOrderProps & { readonly order: Order }) {
  const mayOrder = useMay('setCheckGroupOrder')
  const { entries, move } = useMoves(id, order)
  return (
    <>
      <p className="small mute">{words.orderText}</p>
      <ScrollList as="ol" className="stack">
        {entries.map(({ id: checkId, name, activated }, index) => (
          <li key={index} className="row" {...(mayOrder && dropTarget({ index, onMove: move }))}>
            {mayOrder && <MoveHandle index={index} label={words.move(name, index + 1)} onMove={move} />}
            <span className={`mute num ${styles.place}`}>{index + 1}</span>
            <Status state={activated ? (states.get(checkId) ?? 'PENDING') : 'PAUSED'} />
            <Link className="quiet anywhere" to="/checks/$id" params={{ id: checkId }}>
              {name}
            </Link>
          </li>
        ))}
      </ScrollList>
      {order.total > entries.length && <p className="small mute">{words.orderCut(entries.length, order.total)}</p>}
    </>
  )
}

/** The order as it is shown: what was moved is there at once, and goes back when the service rejects it. */
function useMoves(
  id: number,
  order: Order,
): { readonly entries: Order['entries']; readonly move: (from: number, to: number) => void } {
  const save = useSaveOrder(id)
  const [changed, setChanged] = useState<Order['entries'] | null>(null)
  const saved = useRef<Promise<unknown>>(Promise.resolve())
  const entries = changed ?? order.entries
  const move = (from: number, to: number): void => {
    const next = [...moved(entries, from, to)]
    setChanged(next)
    // One after the other, so that the last move is the one that stays.
    saved.current = saved.current
      .then(() => save(next.map(({ id: checkId }) => checkId)))
      .then(
        () => setChanged((now) => (now === next ? null : now)),
        (error: unknown) => {
          toast({ text: messageOf(error) })
          setChanged(null)
        },
      )
  }
  return { entries, move }
}
