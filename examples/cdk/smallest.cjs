// The smallest CDK app with Downpour, in JavaScript.
const { App, Stack } = require('aws-cdk-lib');
const { Downpour } = require('downpour/cdk');

const app = new App();
const stack = new Stack(app, 'Load');
new Downpour(stack, 'Downpour', { targets: 'shop.example.com' });
