import type { PageKeysResource } from '#contract'
import type { PagePassword } from '#publishing'

/** The password of a page with cards or components; what it is only when it was just generated. */
export const presentPageKeys = ({ key, newPassword }: PagePassword): PageKeysResource =>
  key === null
    ? []
    : [
        {
          id: key.id,
          maskedKey: key.maskedKey,
          ...(newPassword !== null && { rawKey: newPassword }),
          created_at: key.createdAt.toISOString(),
          updated_at: null,
        },
      ]
