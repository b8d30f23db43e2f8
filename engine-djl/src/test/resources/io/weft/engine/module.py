# Writes a module as Python saves them; module.txt has its entries, for tests that run where there is
# no Python. It has what modules may have: a tied weight, one without dimensions, one that lies transposed in
# memory, one that is frozen, and statistics.
import torch
from torch import nn


class Module(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(6, 6)
        self.norm = nn.BatchNorm1d(6)
        self.second = nn.Linear(6, 6)
        self.second.weight = self.first.weight
        self.head = nn.Linear(6, 3)
        self.head.weight = nn.Parameter(self.head.weight.detach().t().contiguous().t())
        self.head.bias.requires_grad = False
        self.scale = nn.Parameter(torch.tensor(2.0))

    def forward(self, x):
        return self.head(self.second(torch.relu(self.norm(self.first(x))))) * self.scale


torch.manual_seed(1)
torch.jit.script(Module()).save("module.pt")
