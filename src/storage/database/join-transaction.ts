import { invariant } from '#kernel'
import type { Transaction } from './database.ts'
import type { Store } from './store.ts'

/**
 * A store whose transactions are parts of one that is open: what several verbs do is committed together or not at all.
 * A verb that throws spoils the whole transaction.
 */
export const joinTransaction = (store: Store, tx: Transaction): Store => ({
  encryption: store.encryption,
  db: {
    ...tx,
    transaction: (work) => work(tx),
    session: () => unavailable(),
    listen: () => unavailable(),
    close: async () => {},
  },
})

function unavailable(): never {
  invariant(false, 'a joined transaction has one connection and takes no other')
}
