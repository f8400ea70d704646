export const scenes = {}
