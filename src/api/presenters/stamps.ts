/** When a resource was created and last changed, as answers have it. */
export const stampsOf = ({ createdAt, updatedAt }: { readonly createdAt: Date; readonly updatedAt: Date | null }) => ({
  created_at: createdAt.toISOString(),
  updated_at: updatedAt?.toISOString() ?? null,
})
