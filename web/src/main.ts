import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { keepRenewed } from './lib/offline';
import { reloadWhenOutdated } from './lib/outdated';

reloadWhenOutdated();
keepRenewed();

const target = document.getElementById('app');
if (target) mount(App, { target });
