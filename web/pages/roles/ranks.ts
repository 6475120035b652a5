import { rolesTexts as texts } from '../../messages/settings.ts';

export interface Ranked {
  name: string;
  hierarchyLevel: number;
}

interface Rank {
  level: number;
  text: string;
}

/** The lowest rank that a role can have. */
const lowest = 1000;

/**
 * The ranks that somebody may give: like each role from their own down, and between two of them. `roles` come highest
 * rank first. Only admins have the rank of admins.
 */
export function ranksFrom(roles: readonly Ranked[], own: number): Rank[] {
  const levels = [
    ...new Map(roles.toReversed().map((role) => [role.hierarchyLevel, role])).values(),
  ].toReversed();
  const ranks = levels.flatMap(({ name, hierarchyLevel }, index): Rank[] => {
    const next = levels[index + 1];
    const middle = Math.floor((hierarchyLevel + (next?.hierarchyLevel ?? lowest + 1)) / 2);
    const isBetween = middle > hierarchyLevel && middle < (next?.hierarchyLevel ?? lowest + 1);
    const text = next ? texts.rankBetween(name, next.name) : texts.rankBelow(name);
    return [
      { level: hierarchyLevel, text: texts.rankLike(name) },
      ...(isBetween ? [{ level: middle, text }] : []),
    ];
  });
  return ranks.filter(({ level }) => level >= Math.max(own, 1));
}
