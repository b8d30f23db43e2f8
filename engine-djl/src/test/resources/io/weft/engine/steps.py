# Trains a network that Java describes in this folder, and writes the loss of every step.
import numpy
import torch
import torch.nn.functional as F


def read(name, type):
    return torch.from_numpy(numpy.fromfile(name, dtype=type))


def parameters():
    values = read("values", numpy.float32)
    found, at = {}, 0
    for line in open("names"):
        name, *shape = line.split()
        shape = [int(length) for length in shape]
        count = int(numpy.prod(shape))
        found[name] = values[at : at + count].reshape(shape).clone().requires_grad_()
        at += count
    assert at == len(values)
    return found


p = parameters()


def linear(x, name):
    return F.linear(x, p[name + ".weight"], p[name + ".bias"])


def perceptron(x):
    for layer in range(3):
        x = linear(x, f"layer{layer}")
        x = F.relu(x) if layer < 2 else x
    return x


def normed(x, name, stride=1):
    weight = p[name + ".convolution.weight"]
    x = F.conv2d(x, weight, stride=stride, padding=weight.shape[2] // 2)
    scale, bias = p[name + ".norm.weight"], p[name + ".norm.bias"]
    return F.batch_norm(x, None, None, scale, bias, training=True)


def residual(x):
    x = F.relu(normed(x, "first"))
    for pair in range(2):
        for block in range(2):
            name = f"pair{pair}.{block}"
            stride = 2 if pair == 1 and block == 0 else 1
            body = normed(F.relu(normed(x, name + ".body0", stride)), name + ".body1")
            x = F.relu(body + (normed(x, name + ".skip", stride) if stride == 2 else x))
    return linear(x.mean(dim=(2, 3)), "last")


def norm(x, name):
    return F.layer_norm(x, x.shape[-1:], p[name + ".weight"], p[name + ".bias"])


def attention(x, name, heads=2):
    samples, tokens, width = x.shape
    split = linear(x, name + ".attention").reshape(samples, tokens, 3, heads, width // heads)
    query, key, value = split.permute(2, 0, 3, 1, 4)
    scores = query @ key.transpose(2, 3) / (width // heads) ** 0.5
    mask = torch.full((tokens, tokens), float("-inf")).triu(1)
    found = (scores + mask).softmax(-1) @ value
    return linear(found.transpose(1, 2).reshape(samples, tokens, width), name + ".merge")


def transformer(x):
    x = p["tokens"][x] + p["positions"]
    for layer in range(2):
        name = f"layer{layer}"
        x = x + attention(norm(x, name + ".norm1"), name)
        wide = F.gelu(linear(norm(x, name + ".norm2"), name + ".expand"))
        x = x + linear(wide, name + ".shrink")
    return norm(x, "norm") @ p["tokens"].T


kind, steps, rate, *shape = open("task").read().split()
forward = {"perceptron": perceptron, "residual": residual, "transformer": transformer}[kind]
shape = [int(length) for length in shape]
inputs = read("inputs", numpy.int64 if kind == "transformer" else numpy.float32)
inputs = inputs.reshape(int(steps), -1, *shape)
labels = read("labels", numpy.int64).reshape(int(steps), -1)
optimizer = torch.optim.SGD(p.values(), lr=float(rate))
losses = []
for step in range(int(steps)):
    scores = forward(inputs[step])
    loss = F.cross_entropy(scores.reshape(-1, scores.shape[-1]), labels[step])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
numpy.array(losses, dtype=numpy.float32).tofile("losses")
