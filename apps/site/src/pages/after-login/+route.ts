import { site } from '@redress/content/site';
import type { RouteSync } from 'vike/types';
import { followsLogin } from '../../routing/find-page.ts';

export const route: RouteSync = ({ urlPathname }) => followsLogin(site, urlPathname);
