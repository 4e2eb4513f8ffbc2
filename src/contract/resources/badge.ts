import Type from 'typebox'

/** The style options of a badge. */
export const badgeStyles = ['flat', 'plastic', 'flat-square', 'for-the-badge', 'social'] as const
export type BadgeStyle = (typeof badgeStyles)[number]

export const badgeThemes = ['light', 'dark', 'default'] as const
export type BadgeTheme = (typeof badgeThemes)[number]

/** The public URL of the badge of a check group. */
export const GroupBadgeSchema = Type.Object({
  token: Type.String({ description: 'Random; the last part of the URL.' }),
  url: Type.String({ description: 'URL of the badge; needs no key.' }),
})
