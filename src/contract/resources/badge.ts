/** Looks of a badge (specification 4.8). */
export const badgeStyles = ['flat', 'plastic', 'flat-square', 'for-the-badge', 'social'] as const
export type BadgeStyle = (typeof badgeStyles)[number]

export const badgeThemes = ['light', 'dark', 'default'] as const
export type BadgeTheme = (typeof badgeThemes)[number]
