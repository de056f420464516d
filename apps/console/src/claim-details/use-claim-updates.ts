import type { ClaimDetails } from '@redress/contract/console/claim-details';
import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { claimQuery } from '../api/claim-look.ts';
import { fetchVersion } from './claim-queries.ts';
import { topicLabels } from '@redress/contract/console/claim-labels';

const pollMilliseconds = 5_000;

/**
 * Fetches the claim again after another person changed it, and announces the news in a sentence.
 */
export function useClaimUpdates(number: string, record: ClaimDetails | undefined, ownName: string): string {
  const queries = useQueryClient();
  const [announcement, announce] = useState('');
  const before = useRef(record);
  const known = record?.version ?? '';
  const { data: version = known } = useQuery({
    queryKey: ['claim', number, 'version', known],
    queryFn: () => fetchVersion(number, known),
    enabled: record !== undefined,
    // Polls only while the tab is visible, which is the library's default.
    refetchInterval: pollMilliseconds,
    retry: false,
    gcTime: 0,
  });
  const onNewVersion = useEffectEvent(() => void queries.invalidateQueries({ queryKey: ['claim', number] }));
  useEffect(() => {
    if (version !== known) onNewVersion();
  }, [version, known]);
  const onRecord = useEffectEvent((now: ClaimDetails) => {
    const old = before.current;
    before.current = now;
    const news = old?.number === now.number ? describeChange(old, now, ownName) : '';
    // A new seal is not news, and must not remove the earlier announcement.
    if (news !== '') announce(news);
  });
  useEffect(() => {
    if (record) onRecord(record);
  }, [record]);
  return announcement;
}

/** Fetches a claim again, and what else a change makes outdated. */
export function useRefresh(number: string, ...others: readonly { readonly queryKey: QueryKey }[]): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    const outdated = [claimQuery(number), ...others];
    await Promise.all(outdated.map(({ queryKey }) => queries.invalidateQueries({ queryKey })));
  };
}

/**
 * Summarizes the news about a claim: other people's entries first, then documents, then the rest.
 */
function describeChange(old: ClaimDetails, now: ClaimDetails, ownName: string): string {
  const isNew = <Item extends { readonly id: string; readonly author: string }>(
    items: readonly Item[] | null,
    before: readonly Item[] | null,
  ) => (items ?? []).filter(({ id, author }) => author !== ownName && !before?.some((each) => each.id === id));
  const news = [
    ...isNew(now.notes, old.notes).map(({ author }) => `note by ${author}`),
    ...isNew(now.calls, old.calls).map(({ author, topic }) => `call logged by ${author} (${topicLabels[topic]})`),
  ];
  const corrections = isNew(now.corrections, old.corrections);
  news.push(...corrections.map(({ author, label }) => `correction of “${label}” by ${author}`));
  const documents = now.documents.length - old.documents.length;
  if (documents > 0) news.push(documents === 1 ? 'new document' : `${documents} new documents`);
  const isScanned = now.documents.some(({ id, scan }) =>
    old.documents.some((each) => each.id === id && each.scan !== scan),
  );
  if (isScanned) news.push('scan of a document');
  if (now.receipt.state !== old.receipt.state) news.push('receipt');
  if (now.status !== old.status) news.push('status');
  return news.length === 0 ? '' : `Updated: ${news.join(', ')}.`;
}
